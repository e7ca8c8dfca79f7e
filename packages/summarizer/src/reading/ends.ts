/** Exit codes are at the start or the end of an output. */
export const EXIT_CODE_REACH = 400;

/**
 * The start and the end of a text, each of `length` characters; the whole text if it is not longer.
 */
export function ends(text: string, length: number): string[] {
  return endsWithOffsets(text, length).map(({ part }) => part);
}

/** The same parts, each with its offset. */
export function endsWithOffsets(text: string, length: number): { part: string; offset: number }[] {
  if (text.length <= 2 * length) return [{ part: text, offset: 0 }];
  const offset = text.length - length;
  return [
    { part: text.slice(0, length), offset: 0 },
    { part: text.slice(offset), offset },
  ];
}
