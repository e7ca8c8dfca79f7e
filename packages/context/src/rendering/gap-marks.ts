import type { CompactionRecord, ModelMessage, Snapshot } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import type { Counter } from './counter.js';
import { isOwnText, isReply, type MessageGroup } from './message-group.js';

/** The parts of an epoch that say which entries its requests leave out. */
interface Epoch {
  compaction: Pick<CompactionRecord, 'ranges' | 'clearedThrough'> | undefined;
  snapshot: Pick<Snapshot, 'throughSeq'> | undefined;
  groups: { list(): readonly MessageGroup[] };
}

/**
 * The entries that an epoch leaves out between others, apart from what the user cleared; those
 * before the first group too where the snapshot does not say by its own range which ones they are.
 */
export function leftOutOf({ compaction, snapshot, groups }: Epoch): SeqRange[] {
  const { ranges = [], clearedThrough = -1 } = compaction ?? {};
  const first = groups.list()[0]?.from ?? 0;
  const shownThrough = first > (snapshot?.throughSeq ?? -1) ? first - 1 : clearedThrough;
  return ranges.filter(
    ({ from, disposition }) =>
      from > shownThrough && (disposition === 'summarized' || disposition === 'dropped'),
  );
}

/** A counter knows messages by identity: the same mark has to be the same one in the next view. */
const marks = new WeakMap<MessageGroup, ModelMessage>();

/**
 * Asked for groups in order: the mark for what is left out between a group and the one before it;
 * `undefined` where nothing is, or none is needed. What the user withdrew, and what was empty,
 * counts as nothing.
 */
export function createGapMarks(
  leftOut: readonly SeqRange[],
): (group: MessageGroup) => ModelMessage | undefined {
  let next = 0;
  let before: MessageGroup | undefined;
  return (group) => {
    const first = leftOut[next];
    let last: SeqRange | undefined;
    for (; (leftOut[next]?.to ?? Infinity) < group.from; next++) last = leftOut[next];
    const isNeeded = last !== undefined && needsMark(before, group);
    before = group;
    if (first === undefined || last === undefined || !isNeeded) return undefined;
    const mark = gapMark({ from: first.from, to: last.to });
    const known = marks.get(group);
    if (known?.content === mark.content) return known;
    marks.set(group, mark);
    return mark;
  };
}

/** Tokens of the marks before and between these groups, oldest first, if all others are left out. */
export function gapTokensOf(groups: readonly MessageGroup[], counter: Counter): number {
  const { from = 0 } = groups.at(-1) ?? {};
  const marked = groups.filter((group, index) => {
    const before = groups[index - 1];
    return group.from !== (before?.to ?? -1) + 1 && needsMark(before, group);
  });
  // Marks of earlier entries hardly take less.
  return marked.length * counter.message(gapMark({ from, to: from + 1 }));
}

/** Says in the place of entries that a request leaves out which ones they are. */
function gapMark({ from, to }: SeqRange): ModelMessage {
  const which = from === to ? `#${from}` : `#${from}–#${to}`;
  return { role: 'user', content: `[${which} left out]` };
}

/**
 * Whether a group could be taken for the result of the one before it. The user's own text begins
 * something new, and the answer that follows it belongs to it.
 */
function needsMark(before: MessageGroup | undefined, group: MessageGroup): boolean {
  if (isOwnText(group)) return false;
  return before === undefined || !isOwnText(before) || !isReply(group);
}
