/** Moves an index that would split a surrogate pair to the front of the pair. */
export function characterBoundary(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const inside = code >= 0xdc00 && code <= 0xdfff && index > 0;
  return inside ? index - 1 : index;
}
