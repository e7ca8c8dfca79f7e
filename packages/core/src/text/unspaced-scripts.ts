/** The class of letters in scripts without spaces between words, or with long compounds (Hangul). */
export const unspacedCharacters =
  '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{N}\\p{M}]]';

/** Runs of them. */
export const unspacedRuns = new RegExp(`${unspacedCharacters}+`, 'gv');

/** The overlapping pairs of characters of a run, in order; a run of one character has none. */
export function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
