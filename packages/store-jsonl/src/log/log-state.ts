import type { LineFacts } from './line-kind.js';
import type { GrowingRows } from './log-rows.js';

/** The state of a log up to the byte `end`, where its last complete batch ends. */
export interface LogState {
  /** The number of items. */
  count: number;
  end: number;
  /** The offset of the last checkpoint, and its place; -1 when there is none. */
  checkpointOffset: number;
  checkpointSeq: number;
  /** The epoch begun last, 0 before. */
  epoch: number;
  /** The latest time of a line in milliseconds since 1970, 0 when none has one. */
  updatedAt: number;
}

/** The state of a log that has no line yet. */
export const emptyLog: LogState = {
  count: 0,
  end: 0,
  checkpointOffset: -1,
  checkpointSeq: -1,
  epoch: 0,
  updatedAt: 0,
};

/** A line whose stated place is this far beyond the last one counts as broken. */
const MAX_MISSING = 100_000;

/** The state after one more line, whose row is added; `facts` is `undefined` for a broken line. */
export function addLine(
  state: LogState,
  rows: GrowingRows,
  facts: LineFacts | undefined,
  start: number,
  end: number,
): LogState {
  const {
    seq: stated = Infinity,
    isItem = true,
    isCheckpoint = false,
    at = '',
    hash = 0,
  } = facts ?? {};
  const seq = stated <= state.count + MAX_MISSING ? stated : state.count;
  if (isItem) rows.set(seq, start, hash);
  const time = Date.parse(at);
  return {
    count: isItem ? Math.max(state.count, seq + 1) : state.count,
    end,
    checkpointOffset: isCheckpoint ? start : state.checkpointOffset,
    checkpointSeq: isCheckpoint ? seq : state.checkpointSeq,
    epoch: facts?.epoch ?? state.epoch,
    updatedAt: time > state.updatedAt ? time : state.updatedAt,
  };
}
