/** A part of a text that can be searched for and shown by itself. */
export interface Chunk {
  text: string;
  /** Where it begins in the whole text. */
  offset: number;
}

const MAX_LENGTH = 1000;

/** A message of more is cut: the log has the rest. */
const MAX_CHUNKS = 256;

/**
 * Splits a text where a paragraph, a line, a sentence or a word ends, so that no chunk is longer
 * than 1,000 characters; blank ones are left out. At most 256 chunks, from the start.
 */
export function chunkText(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < text.length && chunks.length < MAX_CHUNKS;) {
    const end = text.length - from <= MAX_LENGTH ? text.length : from + endOfChunk(text, from);
    const part = text.slice(from, end);
    const start = part.length - part.trimStart().length;
    if (start < part.length) chunks.push({ text: part.trim(), offset: from + start });
    from = end;
  }
  return chunks;
}

const ends = [/\n\s*\n/g, /\n/g, /[.!?…。！？]["')\]]*\s/g, /\s/g];

/**
 * The last good end in the second half of what fits; between two characters where there is none.
 */
function endOfChunk(text: string, from: number): number {
  const part = text.slice(from, from + MAX_LENGTH);
  for (const pattern of ends) {
    let last = 0;
    for (const match of part.matchAll(pattern)) last = match.index + match[0].length;
    if (last > MAX_LENGTH / 2) return last;
  }
  const isHalf = /[\ud800-\udbff]$/.test(part);
  return isHalf ? MAX_LENGTH - 1 : MAX_LENGTH;
}
