/** The counts of the newest long texts, by the texts themselves. */
export interface LongTextCounts {
  get(text: string): number | undefined;
  set(text: string, tokens: number): void;
}

/** Shorter texts are counted from the cache of slices as fast. */
const MIN_UNITS = 65_536;
/** Longer texts are not kept: their owner may have released the memory. */
const MAX_UNITS = 4_000_000;
const MAX_TEXTS = 8;

/**
 * Cutting a giant text to a limit counts it and its parts many times. A text without word
 * boundaries is in no cache of slices, since its count is not the sum of theirs.
 */
export function createLongTextCounts(): LongTextCounts {
  const counts = new Map<string, number>();
  const isLong = ({ length }: string): boolean => length >= MIN_UNITS && length <= MAX_UNITS;
  return {
    get: (text) => (isLong(text) ? counts.get(text) : undefined),
    set(text, tokens) {
      if (!isLong(text)) return;
      counts.delete(text);
      counts.set(text, tokens);
      for (const oldest of counts.keys()) {
        if (counts.size <= MAX_TEXTS) break;
        counts.delete(oldest);
      }
    },
  };
}
