const unitWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const teenWords =
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' ',
  );

/**
 * The ways to write each number up to 100 in English: `90`, `90th`, `ninety`, `ninetieth`. Without
 * `first` and `second`, which mean much else.
 */
export function numberForms(): string[][] {
  const named = new Map<number, string>();
  for (const [at, word] of unitWords.entries()) named.set(at + 1, word);
  for (const [at, word] of teenWords.entries()) named.set(at < 8 ? at + 13 : 10 * (at - 5), word);
  return Array.from({ length: 100 }, (_, at) => at + 1).map((number) => {
    const word = named.get(number);
    const forms = [String(number), `${number}${ordinalEnding(number)}`];
    return word === undefined ? forms : [...forms, word, ...ordinalWord(number, word)];
  });
}

function ordinalEnding(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
}

function ordinalWord(number: number, word: string): string[] {
  if (number < 3) return [];
  const irregular: Readonly<Record<number, string>> = {
    3: 'third',
    5: 'fifth',
    8: 'eighth',
    9: 'ninth',
    12: 'twelfth',
  };
  return [irregular[number] ?? `${word.replace(/y$/, 'ie')}th`];
}
