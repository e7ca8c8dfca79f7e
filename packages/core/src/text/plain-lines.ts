/** Everything that a reader may take for the end of a line. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controls = /[^\P{Cc}\t\n]/gu;

/**
 * The text as lines that end in `\n` alone, so that no reader takes one line for two, without lone
 * surrogates and control characters: providers refuse requests with these, and terminals execute
 * them.
 */
export function plainLines(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(controls, '').toWellFormed();
}
