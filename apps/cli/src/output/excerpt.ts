/** Characters of a message that its line shows. */
const EXCERPT_CHARACTERS = 200;

/** The beginning of a line that is long. */
export function excerpt(line: string): string {
  if (line.length <= EXCERPT_CHARACTERS) return line;
  return `${line.slice(0, EXCERPT_CHARACTERS).toWellFormed()}…`;
}
