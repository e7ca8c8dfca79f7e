/** A line that an account may show. */
export interface Line {
  text: string;
  tokens: number;
}

/** The room of an account, in tokens. */
export interface Room {
  left(): number;
  /** Counts a line, with its line break. */
  line(text: string): Line;
  /** Takes the lines if all of them fit below `reserve`; says whether it did. */
  take(lines: readonly Line[], reserve?: number): boolean;
}

/** After so many lines in a row that had no room the rest are not even counted. */
const MAX_MISSES = 16;

/** Offers items in order, as long as there is room; `take` says whether an item had some. */
export function offer<Item>(items: Iterable<Item>, take: (item: Item) => boolean): void {
  let misses = 0;
  for (const item of items) {
    misses = take(item) ? 0 : misses + 1;
    if (misses >= MAX_MISSES) return;
  }
}

export function createRoom(maxTokens: number, count: (text: string) => number): Room {
  let left = maxTokens;
  return {
    left: () => left,
    line: (text) => ({ text, tokens: count(`${text}\n`) }),
    take(lines, reserve = 0) {
      const tokens = lines.reduce((sum, line) => sum + line.tokens, 0);
      if (tokens > left - Math.max(0, reserve)) return false;
      left -= tokens;
      return true;
    },
  };
}
