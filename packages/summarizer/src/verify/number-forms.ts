/** Digits with the marks that languages put between them: `1,234.56`, `1.234,56`, `1 234`, `12'000`. */
const NUMBER = /\d+(?:[.,'’\u00a0\u202f]\d+)*/g;
/** Numbers of a claim that other languages write otherwise; fewer digits occur anywhere. */
const LOCAL =
  /(?<![\w.,:/#-])(?:\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,6})?|\d+,\d{1,6})(?!\d|[.,]\d)/g;
const MIN_DIGITS = 4;

/** A number in a line, written with marks of a language between its digits. */
export interface LocalNumber {
  kind: 'number';
  value: string;
  start: number;
  end: number;
}

export function localNumbers(line: string): LocalNumber[] {
  return [...line.matchAll(LOCAL)]
    .map(({ 0: value, index }) => ({
      kind: 'number' as const,
      value,
      start: index,
      end: index + value.length,
    }))
    .filter(({ value }) => value.replaceAll(/\D/g, '').length >= MIN_DIGITS);
}

/** All numbers of texts, each in the forms that it may be read in, and the runs of digits alone. */
export function numberForms(texts: readonly string[]): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const text of texts) {
    for (const [number] of text.matchAll(NUMBER)) {
      for (const form of formsOf(number)) forms.add(form);
      for (const run of number.split(/\D/)) forms.add(run);
    }
  }
  return forms;
}

/** What a number may mean: `1.234` is read as 1234 and as 1.234. */
export function formsOf(number: string): string[] {
  const plain = number.replaceAll(/['’\u00a0\u202f]/g, '');
  const marks = plain.replaceAll(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return [plain];
  const isDecimal = !marks.slice(0, -1).includes(last);
  const [whole, fraction] = splitAtLast(plain, last);
  const decimal = isDecimal ? [`${whole.replaceAll(/\D/g, '')}.${fraction}`] : [];
  const isGrouped = plain
    .split(last)
    .slice(1)
    .every((group) => group.length === 3);
  const grouped = isGrouped && new Set(marks).size === 1 ? [plain.replaceAll(/\D/g, '')] : [];
  return [...decimal.map((form) => form.replace(/\.?0+$/, '')), ...grouped];
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}
