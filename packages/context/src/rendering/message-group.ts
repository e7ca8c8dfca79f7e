import {
  type Disposition,
  type Entry,
  isUserEntry,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';

/** What is sent for one entry when its group is sent whole. */
export interface RenderedEntry {
  seq: number;
  /** Nothing for an entry that is `omitted`; two when error results are added to it. */
  messages: ModelMessage[];
  disposition: Extract<Disposition, 'verbatim' | 'masked' | 'truncated' | 'omitted'>;
  reason: string;
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
}

/**
 * How an entry that no policy cut is sent, and why: as the log has it, changed to be valid, or
 * without a part that no request can show.
 */
export function sentForm(
  { message }: Entry,
  sent: ModelMessage,
): Pick<RenderedEntry, 'disposition' | 'reason'> {
  if (sent === message) return { disposition: 'verbatim', reason: 'sent as it is' };
  const hidden = hiddenPart(message);
  return hidden === undefined
    ? { disposition: 'verbatim', reason: 'sent in a form that providers take' }
    : { disposition: 'truncated', reason: `its part of type ${hidden} cannot be shown` };
}

const shownParts: ReadonlySet<string> = new Set([
  'text',
  'image',
  'reasoning',
  'reasoning-file',
  'custom',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);

/** The type of a part that no request shows: one of tomorrow, or a file of the assistant's. */
function hiddenPart({ role, content }: ModelMessage): string | undefined {
  if (typeof content === 'string') return undefined;
  const parts: readonly { type: string }[] = content;
  return parts.find(({ type }) => (type === 'file' ? role !== 'user' : !shownParts.has(type)))
    ?.type;
}

/** Puts rendered entries together. */
export function createMessageGroup(
  entries: Entry[],
  rendered: RenderedEntry[],
  countMessage: (message: ModelMessage) => number,
): MessageGroup {
  const messages = rendered.flatMap((entry) => entry.messages);
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a group needs an entry');
  return {
    from: first.seq,
    to: last.seq,
    entries,
    rendered,
    messages,
    tokens: messages.reduce((sum, message) => sum + countMessage(message), 0),
    startsTurn: messages.length > 0 && isUserEntry(first),
  };
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
