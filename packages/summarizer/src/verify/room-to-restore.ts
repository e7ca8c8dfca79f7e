/** What is put back takes at most so much of the tokens of the text. */
const RESTORED_SHARE = 0.1;

interface Measure {
  maxTokens: number;
  count(text: string): number;
}

/** Lines to put back into a text, as far as a tenth of its tokens goes. */
export interface RoomToRestore {
  /** The tokens that are left. */
  left(): number;
  /** Takes a line that has room. */
  take(line: string): boolean;
}

export function roomToRestore(text: string, { maxTokens, count }: Measure): RoomToRestore {
  const tokens = count(text);
  let room = Math.min(Math.floor(tokens * RESTORED_SHARE), maxTokens - tokens);
  return {
    left: () => room,
    take(line) {
      const taken = count(`${line}\n`);
      if (taken > room) return false;
      room -= taken;
      return true;
    },
  };
}
