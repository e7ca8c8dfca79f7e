/** The words in quotation marks, short ones too. */
export function quotationsIn(line: string): string[] {
  return [...line.matchAll(/["“„«「]([^"“”„«»「」\n]{2,600})["”“»」]/g)].map(
    ([, words = '']) => words,
  );
}
