/** Whether a text has these words, not within longer ones. */
export function namesValue(text: string, value: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}
