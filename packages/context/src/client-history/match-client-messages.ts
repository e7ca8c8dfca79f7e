import type { AssistantPart, ModelMessage, ToolPart } from '@everlong/core';

import { hasId, type LogItem } from './log-items.js';
import { atomsOf, partAtom } from './message-atoms.js';

/** A message as a client posts it, and as what it says to a model. */
export interface ClientMessage {
  id: string;
  role: string;
  messages: ModelMessage[];
}

/** What the client did, as the AI SDK's `Chat` tells its transport. */
interface ClientRequest {
  /** `regenerate-message`: the answer after the last message is to be made anew. */
  trigger?: string | undefined;
  /** The message that is to be made anew, that was edited, or that got results. */
  messageId?: string | undefined;
}

/** How much a client is believed. */
export interface MatchOptions extends ClientRequest {
  /** Whether what it says in the assistant's name is taken. */
  takesAnswers: boolean;
}

/** What of a client's history is new to a log. */
export interface MatchResult {
  /** The first entry that the client does not want any more. */
  rewindFrom?: number;
  /** What to append, by the client's message. */
  additions: { id: string; firstIndex: number; messages: ModelMessage[] }[];
  /** Messages that were passed over, and why. */
  ignored: IgnoredMessage[];
}

/** A message of a client that changed nothing although it is not in the log as it was posted. */
export interface IgnoredMessage {
  id: string;
  reason: string;
}

/**
 * Finds a client's messages in the log by id, and where the log has no id of a client, by what they
 * say. Pure. Messages that stand where they cannot be appended are ignored: a log only grows.
 */
export function matchClientMessages(
  items: readonly LogItem[],
  messages: readonly ClientMessage[],
  { trigger, messageId, takesAnswers }: MatchOptions,
): MatchResult {
  const result: MatchResult = { additions: [], ignored: [] };
  const ignore = ({ id }: ClientMessage, reason: string): void => {
    result.ignored.push({ id, reason });
  };
  const places = findPlaces(items, messages, ignore);
  const lastKnown = places.findLastIndex((place) => place >= 0);
  for (const [index, message] of messages.entries()) {
    const place = places[index] ?? UNKNOWN;
    const item = items[place];
    if (place === REPEATED) continue;
    if (item === undefined || result.rewindFrom !== undefined) {
      if (index < lastKnown && result.rewindFrom === undefined) ignore(message, MISPLACED);
      else if (message.role === 'system') ignore(message, SYSTEM);
      else if (message.role !== 'user' && !takesAnswers) ignore(message, FOREIGN_ANSWER);
      else result.additions.push({ id: message.id, firstIndex: 0, messages: message.messages });
      continue;
    }
    compare(item, message);
  }
  return withRegeneration(result);

  function compare(item: LogItem, message: ClientMessage): void {
    const said = atomsOf(message.messages);
    const added = said.filter((atom) => !item.atoms.includes(atom));
    const isShorter = item.atoms.some((atom) => !said.includes(atom));
    if (added.length === 0 && (!isShorter || item.role !== 'user')) return;
    if (isShorter || item.role === 'user') {
      if (item.role === 'user' || takesAnswers) {
        result.rewindFrom = item.entries[0]?.seq ?? 0;
        result.additions.push({ id: message.id, firstIndex: 0, messages: message.messages });
      } else addParts(item, message, isOutcome(item));
      return;
    }
    addParts(item, message, takesAnswers ? () => true : isOutcome(item));
  }

  function addParts(
    item: LogItem,
    message: ClientMessage,
    isTaken: (atom: string) => boolean,
  ): void {
    const parts = message.messages.flatMap((each) =>
      newParts(each, (atom) => !item.atoms.includes(atom) && isTaken(atom)),
    );
    if (parts.length === 0) ignore(message, FOREIGN_ANSWER);
    else {
      const firstIndex = item.entries.length;
      result.additions.push({ id: message.id, firstIndex, messages: parts });
    }
  }

  function withRegeneration(matched: MatchResult): MatchResult {
    if (matched.rewindFrom !== undefined) return matched;
    const from = regeneratedFrom(items, places, { trigger, messageId });
    return from === undefined ? matched : { ...matched, rewindFrom: from };
  }
}

const UNKNOWN = -1;
const REPEATED = -2;

const MISPLACED = 'it is not in the log, and stands before messages that are';
const SYSTEM = 'a client gives no system messages';
const FOREIGN_ANSWER = 'the assistant did not say it';
const TWICE = 'it is there twice, or out of order';

/** For each message the place of its item in the log; below 0 where it has none. */
function findPlaces(
  items: readonly LogItem[],
  messages: readonly ClientMessage[],
  ignore: (message: ClientMessage, reason: string) => void,
): number[] {
  let last = UNKNOWN;
  const seen = new Set<string>();
  return messages.map((message) => {
    const known = items.findIndex((item) => item.role === message.role && hasId(item, message.id));
    const isRepeated = seen.has(message.id) || (known >= 0 && known <= last);
    seen.add(message.id);
    if (isRepeated) {
      ignore(message, TWICE);
      return REPEATED;
    }
    const place = known >= 0 ? known : placeBySaying(items, message, last);
    if (place >= 0) last = place;
    return place;
  });
}

/** The next item, where no client gave it an id and it says the same; the first such for the first. */
function placeBySaying(items: readonly LogItem[], message: ClientMessage, last: number): number {
  const said = atomsOf(message.messages);
  const isSame = (item: LogItem | undefined): boolean =>
    item !== undefined &&
    item.role === message.role &&
    (item.clientId === undefined || item.role === 'assistant') &&
    said.length > 0 &&
    said.every((atom) => item.atoms.includes(atom)) &&
    (item.role === 'assistant' || said.length === item.atoms.length);
  if (last >= 0) return isSame(items[last + 1]) ? last + 1 : UNKNOWN;
  return items.findIndex((item) => item.clientId === undefined && isSame(item));
}

/** The first entry behind what the client wants an answer to once more. */
function regeneratedFrom(
  items: readonly LogItem[],
  places: readonly number[],
  { trigger, messageId }: ClientRequest,
): number | undefined {
  const named = items.findIndex((item) => messageId !== undefined && hasId(item, messageId));
  const item = items[named];
  if (trigger !== 'regenerate-message') {
    // The user sent an old message again as it was.
    const isResent = item?.role === 'user' && places.at(-1) === named;
    return isResent ? items[named + 1]?.entries[0]?.seq : undefined;
  }
  if (item?.role === 'assistant') return item.entries[0]?.seq;
  const last = named >= 0 ? named : (places.at(-1) ?? UNKNOWN);
  return last < 0 ? undefined : items[last + 1]?.entries[0]?.seq;
}

/** Results and answers to approval requests, of calls that the item holds and nobody answered. */
function isOutcome(item: LogItem): (atom: string) => boolean {
  const calls = new Set(item.atoms.filter((atom) => atom.startsWith('call ')));
  const approvals = new Set(
    item.entries.flatMap(({ message }) =>
      typeof message.content === 'string'
        ? []
        : message.content.flatMap((part) =>
            part.type === 'tool-approval-request' ? [part.approvalId] : [],
          ),
    ),
  );
  return (atom) =>
    (atom.startsWith('result ') && calls.has(`call ${atom.slice('result '.length)}`)) ||
    (atom.startsWith('approval ') && approvals.has(atom.slice('approval '.length)));
}

/** The message with only those parts that are new; none where nothing is. */
function newParts(message: ModelMessage, isNew: (atom: string) => boolean): ModelMessage[] {
  if (typeof message.content === 'string') {
    return isNew(`${message.role} ${message.content}`) ? [message] : [];
  }
  const parts: readonly (AssistantPart | ToolPart)[] = message.content as never;
  const words = atomsOf([message]).find((atom) => atom.startsWith(`${message.role} `));
  const content = parts.filter((part) => {
    const atom = part.type === 'text' ? words : partAtom(part);
    return atom !== undefined && isNew(atom);
  });
  return content.length === 0 ? [] : [{ ...message, content } as ModelMessage];
}
