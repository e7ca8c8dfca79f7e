/**
 * The start and the end of a text, each of `length` characters; the whole text if it is not longer.
 */
export function ends(text: string, length: number): string[] {
  return text.length <= 2 * length ? [text] : [text.slice(0, length), text.slice(-length)];
}
