import type { CompactionRecord, ModelMessage, Snapshot } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import type { Counter } from './counter.js';
import { isOwnText, isReply, type MessageGroup } from './message-group.js';
import { createIdClaims } from './provider-safe-ids.js';

/**
 * Opens a request whose first message would otherwise be the assistant's: providers reject that.
 */
export const OPENING_NOTE: ModelMessage = {
  role: 'user',
  content: '[the conversation up to here is not shown]',
};

/**
 * Ends a request whose last message would otherwise be the assistant's, and separates two messages
 * of the assistant that follow each other in the log: not every provider takes these. Nobody said
 * it, so it asks for nothing.
 */
export const NO_MESSAGE_NOTE = '[no new message]';

const BETWEEN_NOTE: ModelMessage = { role: 'user', content: NO_MESSAGE_NOTE };

/** Room for what frames a request and for the note that may have to end it. */
export const REQUEST_SLACK_TOKENS = 32;

/** A message that was put behind an entry; none where there was nothing to say. */
export interface InsertedMessage {
  readonly afterSeq: number;
  readonly message?: ModelMessage;
}

export interface AssemblyInput {
  /** The snapshot's messages, where it is sent in them, and the agent's notes. */
  opening: readonly ModelMessage[];
  groups: readonly MessageGroup[];
  injections: readonly InsertedMessage[];
  /** The entries that are left out, in order. */
  leftOut?: readonly SeqRange[];
}

/**
 * The messages of a request, in the order of the log: the snapshot and the notes, the groups with
 * marks for what is left out between them, and injected notes behind the entries where they were
 * put. What is left out before the first group is marked behind a snapshot, a profile or notes.
 */
export function assembleMessages(input: AssemblyInput): ModelMessage[] {
  const { opening, groups, injections, leftOut = [] } = input;
  const markBefore = createGapMarks(leftOut);
  const messages: ModelMessage[] = [...opening];
  let next = 0;
  const injectThrough = (seq: number): void => {
    for (; next < injections.length; next++) {
      const injection = injections[next];
      if (injection === undefined || injection.afterSeq > seq) return;
      if (injection.message !== undefined) messages.push(injection.message);
    }
  };
  for (const group of groups) {
    injectThrough(group.from - 1);
    const mark = group.messages.length === 0 ? undefined : markBefore(group);
    if (mark !== undefined && messages.length > 0) messages.push(mark);
    if (group.messages[0]?.role === 'assistant' && messages.at(-1)?.role === 'assistant') {
      messages.push(BETWEEN_NOTE);
    }
    messages.push(...group.messages);
  }
  injectThrough(Infinity);
  if (messages[0] !== undefined && messages[0].role !== 'user') messages.unshift(OPENING_NOTE);
  return withUniqueCallIds(messages);
}

/** Whether a request may end with this message. */
export function canEndWith(message: ModelMessage | undefined): boolean {
  return message?.role === 'user' || message?.role === 'tool';
}

/**
 * Providers want ids of calls unique in a request; a later exchange that repeats one is renamed.
 */
function withUniqueCallIds(messages: ModelMessage[]): ModelMessage[] {
  let claims: ReturnType<typeof createIdClaims> | undefined;
  const claim = (id: string): string => (claims ??= createIdClaims())(id);
  let renamed = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') renamed = claimIds(message, claim);
    if (renamed.size > 0) messages[index] = renameCalls(message, renamed);
  }
  return messages;
}

function claimIds(message: ModelMessage, claim: (id: string) => string): Map<string, string> {
  const renamed = new Map<string, string>();
  if (typeof message.content === 'string') return renamed;
  for (const part of message.content) {
    if (part.type !== 'tool-call') continue;
    const id = claim(part.toolCallId);
    if (id !== part.toolCallId) renamed.set(part.toolCallId, id);
  }
  return renamed;
}

/** A counter knows messages by identity: a renamed copy has to be the same one in the next view. */
const renamings = new WeakMap<ModelMessage, { key: string; message: ModelMessage }>();

/** The same object each time, so that it is counted once. */
function renameCalls(message: ModelMessage, renamed: ReadonlyMap<string, string>): ModelMessage {
  if (typeof message.content === 'string') return message;
  const key = JSON.stringify([...renamed]);
  const known = renamings.get(message);
  if (known?.key === key) return known.message;
  const parts: readonly { type: string; toolCallId?: string }[] = message.content;
  const content = parts.map((part) => {
    const id = part.toolCallId === undefined ? undefined : renamed.get(part.toolCallId);
    return id === undefined ? part : { ...part, toolCallId: id };
  });
  const copy = { ...message, content } as ModelMessage;
  renamings.set(message, { key, message: copy });
  return copy;
}

/** Says in the place of entries that a request leaves out which ones they are. */
function gapMark({ from, to }: SeqRange): ModelMessage {
  const which = from === to ? `#${from}` : `#${from}–#${to}`;
  return { role: 'user', content: `[${which} left out]` };
}

/** What of an epoch says which entries its requests leave out. */
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
 * Whether a group could be taken for what came of the one before it. The user's own text begins
 * something new, and an answer behind it is the one to it.
 */
function needsMark(before: MessageGroup | undefined, group: MessageGroup): boolean {
  if (isOwnText(group)) return false;
  return before === undefined || !isOwnText(before) || !isReply(group);
}

/**
 * Asked for groups in order: the mark for what is left out between a group and the one before it;
 * `undefined` where nothing is, or none is needed. What the user withdrew, and what was empty,
 * counts as nothing.
 */
function createGapMarks(
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
