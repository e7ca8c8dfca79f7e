import { readFileSync } from 'node:fs';

import { writeDurably } from '../files/write-durably.js';
import type { LineKind } from '../log/line-kind.js';

/**
 * Replaces a log by one whose items are in order, each once, without lines that are none and without
 * what follows `end`. Lines about the session stay behind the item that they followed.
 */
export function rewriteLog(path: string, kind: LineKind, end: number): void {
  const text = readFileSync(path).subarray(0, end);
  const items = new Map<number, Buffer>();
  const others: { after: number; line: Buffer }[] = [];
  const broken = new Map<number, Buffer>();
  let count = 0;
  for (const line of linesOf(text)) {
    const facts = kind.describe(line, count);
    if (facts?.isItem === false) {
      others.push({ after: count - 1, line });
      continue;
    }
    const seq = facts?.seq ?? count;
    if (facts === undefined) broken.set(seq, line);
    else items.set(seq, line);
    count = Math.max(count, seq + 1);
  }
  for (const [seq, line] of broken) if (!items.has(seq)) items.set(seq, line);
  const sorted = [
    ...[...items].map(([seq, line]) => ({ at: seq, line: withoutBatch(line) })),
    ...others.map(({ after, line }) => ({ at: after + 0.5, line })),
  ].toSorted((left, right) => left.at - right.at);
  writeDurably(path, Buffer.concat(sorted.flatMap(({ line }) => [line, Buffer.from('\n')])));
}

function linesOf(text: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < text.length;) {
    const found = text.indexOf(10, from);
    const end = found < 0 ? text.length : found;
    const line = text.subarray(from, end);
    if (line.length > 100 || line.toString('latin1').trim() !== '') lines.push(line);
    from = end + 1;
  }
  return lines;
}

/** A batch is a run of lines: moved ones are no batch any more. */
function withoutBatch(line: Buffer): Buffer {
  const head =
    /^\{"type":"[a-z_]+","seq":\d+,"id":"[^"\\]*","timestamp":"[^"\\]*"(?:,"appended_at":"[^"\\]*")?(,"batch":\d+)[,}]/.exec(
      line.toString('latin1', 0, 600),
    );
  if (head?.[1] === undefined) return line;
  const at = head[0].length - 1 - head[1].length;
  return Buffer.concat([line.subarray(0, at), line.subarray(at + head[1].length)]);
}
