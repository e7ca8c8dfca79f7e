const fence = /^\s*(?:```|~~~)/;
/** A longer block is an example or a file. */
const MAX_LINES = 3;
const MAX_LENGTH = 300;

/**
 * The short fenced blocks of a text by the number of the line before them, from 0, where that ends
 * with a colon: "issue exactly this command:" says nothing without what follows. Lines are trimmed;
 * linear in the text.
 */
export function demandedCode(text: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  let lead: number | undefined;
  let block: string[] | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (fence.test(line)) {
      if (block !== undefined && lead !== undefined && isShort(block)) found.set(lead, block);
      // What follows a block is not announced by the line before it.
      if (block !== undefined) lead = undefined;
      block = block === undefined ? [] : undefined;
    } else if (block !== undefined) {
      if (trimmed !== '' && block.length <= MAX_LINES) block.push(trimmed);
    } else if (trimmed !== '') lead = /[:：]$/.test(trimmed) ? index : undefined;
  }
  return found;
}

function isShort(block: readonly string[]): boolean {
  return (
    block.length > 0 &&
    block.length <= MAX_LINES &&
    block.every(({ length }) => length <= MAX_LENGTH)
  );
}
