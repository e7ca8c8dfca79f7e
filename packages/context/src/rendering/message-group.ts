import {
  type Disposition,
  type Entry,
  isUserEntry,
  messageText,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';
import { isProgramMessage } from '@everlong/summarizer';

import type { Counter } from './counter.js';
import { MADE_ELSEWHERE, type PartLoss } from './part-loss.js';
import { ELSEWHERE, UNREADABLE } from './readable-file.js';

/** What is sent for one entry when its group is sent whole. */
export interface RenderedEntry {
  seq: number;
  /** Nothing for an entry that is `omitted`; two when error results are added to it. */
  messages: ModelMessage[];
  disposition: Extract<Disposition, 'verbatim' | 'masked' | 'truncated' | 'omitted'>;
  reason: string;
  /** The parts of the entry that are not sent as they were, apart from what a policy cuts. */
  losses: readonly PartLoss[];
}

/**
 * The smallest piece of a log that is kept or left out as a whole: one exchange, or one message.
 * Groups cover the log in order; both ends are included.
 */
export interface MessageGroup {
  from: number;
  to: number;
  entries: Entry[];
  rendered: RenderedEntry[];
  messages: ModelMessage[];
  /** Tokens of `messages`. */
  tokens: number;
  /** Whether it holds words of the user that can be sent: the start of a turn. */
  startsTurn: boolean;
  /** Whether a program wrote those words: an output, or a notice that a command was not run. */
  byProgram?: boolean;
}

/** An entry that is sent as this message. */
export function sentEntry(
  entry: Entry,
  message: ModelMessage,
  losses: readonly PartLoss[],
): RenderedEntry {
  return { seq: entry.seq, messages: [message], ...sentForm(entry, message, losses) };
}

/** An entry that holds nothing to send. */
export function omittedEntry(
  seq: number,
  reason: string,
  losses: readonly PartLoss[] = [],
): RenderedEntry {
  return { seq, messages: [], disposition: 'omitted', reason, losses };
}

/**
 * How an entry that no policy cut is sent, and why: as the log has it, changed to be valid, or
 * without a part that this request cannot show.
 */
function sentForm(
  { message }: Entry,
  sent: ModelMessage,
  losses: readonly PartLoss[],
): Omit<RenderedEntry, 'seq' | 'messages'> {
  if (sent === message) return { disposition: 'verbatim', reason: 'sent as it is', losses };
  for (const { kind, part = 0, detail } of losses) {
    if (detail.endsWith(UNREADABLE)) {
      return { disposition: 'truncated', reason: 'a file in it cannot be read', losses };
    }
    if (detail.endsWith(ELSEWHERE)) {
      return { disposition: 'truncated', reason: `a file in it is ${ELSEWHERE}`, losses };
    }
    if (kind === 'provider-executed') {
      const reason = `its call of ${detail}, run by a provider, is not sent as it was`;
      return { disposition: 'truncated', reason, losses };
    }
    if (kind === 'custom' || (kind === 'file' && message.role === 'assistant')) {
      const hidden = typeof message.content === 'string' ? kind : message.content[part]?.type;
      const reason = `its part of type ${hidden} cannot be shown`;
      return { disposition: 'truncated', reason, losses };
    }
  }
  const reasoning = losses.find(({ kind }) => kind === 'reasoning');
  const isElsewhere = reasoning?.detail === MADE_ELSEWHERE;
  const unsent = isElsewhere ? OMITTED_THINKING : FOREIGN_REASONING;
  const reason = reasoning === undefined ? 'sent in a form that providers take' : unsent;
  return { disposition: 'verbatim', reason, losses };
}

const FOREIGN_REASONING = 'sent without reasoning that only its own model takes';

/** Why an entry is sent without its thinking. */
export const OMITTED_THINKING = `sent without thinking that was ${MADE_ELSEWHERE}`;

/** Puts rendered entries together. */
export function createMessageGroup(
  entries: Entry[],
  rendered: RenderedEntry[],
  counter: Counter,
): MessageGroup {
  const messages = rendered.flatMap((entry) => entry.messages);
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a group needs an entry');
  const startsTurn = messages.length > 0 && isUserEntry(first);
  return {
    from: first.seq,
    to: last.seq,
    entries,
    rendered,
    messages,
    tokens: counter.messages(messages),
    startsTurn,
    byProgram: startsTurn && isByProgram(messages, first.seq),
  };
}

/** The entry with these messages in place of its own; the same object where none of them changed. */
export function withMessages(
  entry: RenderedEntry,
  messages: ModelMessage[],
  change: Partial<Pick<RenderedEntry, 'disposition' | 'reason'>>,
): RenderedEntry {
  if (messages.every((message, index) => message === entry.messages[index])) return entry;
  return { ...entry, messages, ...change };
}

/** Tokens of what is sent for these entries. */
export function renderedTokens(rendered: readonly RenderedEntry[], counter: Counter): number {
  return counter.messages(rendered.flatMap(({ messages }) => messages));
}

/**
 * The newest group, if it holds calls whose results have not all come: without it, what comes next
 * would be a result without its call.
 */
export function openExchange(groups: readonly MessageGroup[]): MessageGroup | undefined {
  const newest = groups.at(-1);
  if (newest === undefined) return undefined;
  const [head, ...replies] = newest.entries;
  const calls = head === undefined ? [] : toolCallsOf(head.message);
  const answered = new Set(
    replies.flatMap(({ message }) => toolResultsOf(message).map(({ toolCallId }) => toolCallId)),
  );
  return calls.some(({ toolCallId }) => !answered.has(toolCallId)) ? newest : undefined;
}

/** The first of the newest groups that together hold at least `messages` messages. */
export function firstRecent(groups: readonly MessageGroup[], messages: number): number {
  let from = groups.length;
  for (let count = 0; from > 0 && count < messages; from--) {
    count += groups[from - 1]?.messages.length ?? 0;
  }
  return from;
}

/** Whether a group is a message of the assistant's that calls no tool. */
export function isReply({ messages }: MessageGroup): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && toolCallsOf(last).length === 0;
}

/** Whether a group holds the user's own words, not what some formats send in the user's role. */
export function isOwnText({ startsTurn, byProgram }: MessageGroup): boolean {
  return startsTurn && byProgram !== true;
}

function isByProgram(messages: readonly ModelMessage[], seq: number): boolean {
  const text = messages.map(messageText).join('\n');
  return isProgramMessage(text, { seq }) || PRINTED.test(text) || beginsWithTable(text);
}

/** Of a longer line only so much is read. */
const MAX_HEAD_LENGTH = 200;

/** Whether the first line is in columns, like the progress of a download. */
function beginsWithTable(text: string): boolean {
  const [head = ''] = text.slice(0, MAX_HEAD_LENGTH).trim().split('\n');
  return head.split(/\s{2,}/).length > 3;
}

/** A tag, a list or object of data, a trace at the beginning, or a shell's prompt at the end. */
const PRINTED = /^\s*(?:<\w+[ >]|\[\w+: |[{[]\s*["{[]|Traceback |OBSERVATION)|\$\s*$/;

/** Whether a message of the group is pinned: it then stays in every compaction. */
export function isPinned({ pins }: { pins: ReadonlySet<number> }, group: MessageGroup): boolean {
  return group.entries.some((entry) => pins.has(entry.seq));
}
