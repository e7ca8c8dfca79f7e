import { characterBoundary } from '@everlong/core/internal';

/** What stands in the place of what was left out of a text. */
export const CUT = '[…]';

/** The share of a shortened text that its start keeps. */
const HEAD_SHARE = 0.7;

/** How far a cut moves so that it parts no word or value. */
const WORD_REACH = 80;

/** A text of at most `most` UTF-16 units: its start and its end, cut between words where it has any. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - CUT.length - 2);
  const head = characterBoundary(text, Math.floor(room * HEAD_SHARE));
  const tail = characterBoundary(text, text.length - (room - head));
  const before = text.slice(0, head + 1).search(/\s\S*$/);
  const after = text.slice(tail - 1).search(/\s/) + tail - 1;
  const end = before >= head - WORD_REACH && before > 0 ? before : head;
  const start = after >= tail - 1 && after <= tail + WORD_REACH ? after : tail;
  return `${text.slice(0, end).trimEnd()} ${CUT} ${text.slice(start).trimStart()}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Longer blocks without a blank line were pasted; of these the ends are enough. */
const MAX_BLOCK_LINES = 12;
const EDGE_LINES = 3;

/** A text with the middle of its long blocks left out: pasted logs, files and tables. */
export function withoutPastes(text: string): string {
  if (!hasManyLines(text)) return text;
  const kept: string[] = [];
  let block: string[] = [];
  const close = (): void => {
    if (block.length <= MAX_BLOCK_LINES) kept.push(...block);
    else kept.push(...block.slice(0, EDGE_LINES), CUT, ...block.slice(-EDGE_LINES));
    block = [];
  };
  let inFence = false;
  for (const line of text.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inFence = !inFence;
    if (line.trim() === '' && !inFence) {
      close();
      kept.push(line);
    } else block.push(line);
  }
  close();
  return kept.join('\n');
}

function hasManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines > MAX_BLOCK_LINES;
}
