/** Words in quotation marks and where they stand, marks included. */
export interface Quotation {
  words: string;
  start: number;
  end: number;
}

/** Marks of any language, in pairs, the second one also as keyboards have it. */
const PAIRS = [
  /“([^“”\n]{2,})”/u,
  /“([^“”"\n]{2,})"/u,
  /„([^„“”"\n]{2,})[“”"]/u,
  /”([^“”\n]{2,})”/u,
  /«([^«»\n]{2,})»/u,
  /»([^«»\n]{2,})«/u,
  /‹([^‹›\n]{2,})›/u,
  /「([^「」\n]{2,})」/u,
  /『([^『』\n]{2,})』/u,
  /＂([^＂\n]{2,})＂/u,
  // An apostrophe stands within a word or behind one.
  /‘([^‘’\n]+(?:’(?=[\p{L}\d])[^‘’\n]+)*)’/u,
  // A straight mark within a word or before a blank opens nothing.
  /(?<![\w\u00c0-\u024f])"(?!\s)([^"\n]+[^"\s])"(?![\w\u00c0-\u024f])/u,
  /(?<![\p{L}\d])'(?!\s)([^'\n]*(?:(?<=[\p{L}\d])'(?=[\p{L}\d])[^'\n]*)*)(?<!\s)'(?![\p{L}\d])/u,
];
const QUOTATION = new RegExp(PAIRS.map(({ source }) => source).join('|'), 'gu');
/** Shorter words in quotation marks name things. */
const MIN_QUOTATION = 12;
const CODE_SPAN = /(`+)[^`\n]*\1/g;

/** The quotations of a line, short ones too; marks within code spans are code. */
export function findQuotations(line: string): Quotation[] {
  const prose = line.replaceAll(CODE_SPAN, (code) =>
    code.replaceAll(/["“”„«»「」‹›『』＂‘’']/g, '`'),
  );
  return [...prose.matchAll(QUOTATION)].map(({ 0: quotation, index }) => {
    const end = index + quotation.length;
    return { words: line.slice(index + 1, end - 1), start: index, end };
  });
}

/** The quotations of a line that say something. */
export function longQuotations(line: string): Quotation[] {
  return findQuotations(line).filter(({ words }) => words.length >= MIN_QUOTATION);
}

/** The words in quotation marks. */
export function quotationsIn(line: string): string[] {
  return findQuotations(line).map(({ words }) => words);
}
