import { unspacedCharacters } from '@everlong/core/internal';

/** What stands in the place of what was left out of a text. */
export const CUT = '[…]';

/** The share of a shortened text that its start keeps. */
const HEAD_SHARE = 0.7;

/** What no exact value holds: blanks, brackets, quotes, commas; and letters of scripts without spaces. */
const BOUNDARY = new RegExp(`[\\s\\(\\)\\[\\]\\{\\}"'\`,;=<>\\|]|${unspacedCharacters}`, 'gv');

/** How far a cut moves so that it parts no value. */
const REACH = 256;

/**
 * A text of at most `most` UTF-16 units: its start and its end. A side is left out where it has no
 * place to cut that parts no value.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - CUT.length - 2);
  const head = Math.floor(room * HEAD_SHARE);
  const tail = text.length - (room - head);
  const from = Math.max(0, head - REACH);
  const before = [...text.slice(from, head + 1).matchAll(BOUNDARY)].at(-1);
  const [after] = text.slice(tail - 1).matchAll(BOUNDARY);
  const end = before === undefined ? 0 : from + before.index;
  const start = after === undefined ? text.length : tail - 1 + after.index + after[0].length;
  return `${text.slice(0, end).trimEnd()} ${CUT} ${text.slice(start).trimStart()}`.trim();
}

/** What stands between lines that are shown on one. */
export const SEPARATOR = ' ⏎ ';

export function oneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/g, ' ').trim();
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
