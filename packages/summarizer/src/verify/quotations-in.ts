/** Words in quotation marks and where they stand, marks included. */
export interface Quotation {
  words: string;
  start: number;
  end: number;
}

/** Marks of any language, in pairs; a straight mark within a word or before a blank opens nothing. */
const PAIRS =
  /“([^“”\n]{2,})”|„([^„“”\n]{2,})[“”]|«([^«»\n]{2,})»|「([^「」\n]{2,})」|(?<![\w\u00c0-\u024f])"(?!\s)([^"\n]+[^"\s])"(?![\w\u00c0-\u024f])/g;
const CODE_SPAN = /(`+)[^`\n]*\1/g;

/** The quotations of a line, short ones too; marks within code spans are code. */
export function findQuotations(line: string): Quotation[] {
  const prose = line.replaceAll(CODE_SPAN, (code) => code.replaceAll(/["“”„«»「」]/g, '`'));
  return [...prose.matchAll(PAIRS)].map(({ 0: quotation, index }) => {
    const end = index + quotation.length;
    return { words: line.slice(index + 1, end - 1), start: index, end };
  });
}

/** The words in quotation marks. */
export function quotationsIn(line: string): string[] {
  return findQuotations(line).map(({ words }) => words);
}
