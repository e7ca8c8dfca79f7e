import type { AssistantPart, ModelMessage, ToolPart } from '@everlong/core';

import type { ClientMessage } from '../ui-messages/client-message.js';
import { findPlaces, REPEATED, UNKNOWN } from './find-places.js';
import { idsOf, incompleteOf, type LogItem } from '../ui-messages/log-items.js';
import { atomsOf, partAtom } from '../ui-messages/message-atoms.js';

/** What the client did, as the AI SDK's `Chat` reports it to its transport. */
interface ClientRequest {
  /** `regenerate-message`: the answer after the last message is to be made again. */
  trigger?: string | undefined;
  /** The message that is to be made again, that was edited, or that got results. */
  messageId?: string | undefined;
}

/** How much a client is believed. */
export interface MatchOptions extends ClientRequest {
  /** Whether what it says in the assistant's name is taken. */
  takesAnswers: boolean;
  /** What was withdrawn, by whichever page. */
  withdrawn?: readonly LogItem[];
}

/** The messages of a client's history that are new to a log. */
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
 * say. Pure. Messages at places where they cannot be appended are ignored: a log only grows. So is
 * what was withdrawn, of a client that does not know it, unless it is the message to be answered.
 */
export function matchClientMessages(
  items: readonly LogItem[],
  messages: readonly ClientMessage[],
  { trigger, messageId, takesAnswers, withdrawn = [] }: MatchOptions,
): MatchResult {
  const result: MatchResult = { additions: [], ignored: [] };
  const ignore = ({ id }: ClientMessage, reason: string): void => {
    result.ignored.push({ id, reason });
  };
  const { places, placeOf } = findPlaces(items, messages);
  const wasWithdrawn = createWithdrawnIndex(withdrawn);
  const lastKnown = places.findLastIndex((place) => place >= 0);
  const isToRewind = (): boolean => result.rewindFrom !== undefined;
  for (const [index, message] of messages.entries()) {
    const place = places[index] ?? UNKNOWN;
    const item = items[place];
    const isBehind = index < messages.length - 1 && !isKnown(item, message);
    if (place === REPEATED) ignore(message, TWICE);
    else if (isBehind && wasWithdrawn(message)) ignore(message, WITHDRAWN);
    else if (item !== undefined && !isToRewind()) compare(item, message);
    else if (index < lastKnown && !isToRewind()) ignore(message, MISPLACED);
    else if (message.role === 'system') ignore(message, SYSTEM);
    else if (message.role !== 'user' && !takesAnswers) ignore(message, FOREIGN_ANSWER);
    else add(message);
  }
  if (result.rewindFrom !== undefined) return result;
  const from = regeneratedFrom(items, places, { trigger, named: placeOf(messageId) });
  return from === undefined ? result : { ...result, rewindFrom: from };

  function add({ id, messages: said }: ClientMessage, firstIndex = 0): void {
    result.additions.push({ id, firstIndex, messages: said });
  }

  function compare(item: LogItem, message: ClientMessage): void {
    const said = new Set(atomsOf(message.messages));
    const hasMore = !isWithin(said, item.atoms);
    const isShorter = !isWithin(item.atoms, said);
    const isUser = item.role === 'user';
    if (!hasMore && !(isShorter && isUser)) return;
    if (isUser || (isShorter && takesAnswers)) {
      result.rewindFrom = item.entries[0]?.seq ?? 0;
      add(message);
    } else addParts(item, message, takesAnswers ? () => true : isOutcome(item));
  }

  function addParts(
    item: LogItem,
    message: ClientMessage,
    isTaken: (atom: string) => boolean,
  ): void {
    const parts = message.messages.flatMap((each) =>
      newParts(each, (atom) => !item.atoms.has(atom) && isTaken(atom)),
    );
    if (parts.length === 0) ignore(message, FOREIGN_ANSWER);
    else add({ ...message, messages: parts }, item.entries.length);
  }
}

const MISPLACED = 'it is not in the log, but comes before messages that are';
const SYSTEM = 'a client may not send system messages';
const FOREIGN_ANSWER = 'the assistant did not say it';
const TWICE = 'it is in the list twice, or out of order';
const WITHDRAWN = 'it was withdrawn';

/** Whether the item says what the message does. */
function isKnown(item: LogItem | undefined, { messages }: ClientMessage): boolean {
  if (item === undefined) return false;
  const said = new Set(atomsOf(messages));
  return isWithin(said, item.atoms) && (item.role !== 'user' || isWithin(item.atoms, said));
}

/** Knows messages that say what was withdrawn under their ids. */
function createWithdrawnIndex(withdrawn: readonly LogItem[]): (message: ClientMessage) => boolean {
  const byId = new Map<string, LogItem[]>();
  for (const item of withdrawn) {
    for (const id of idsOf(item)) byId.set(id, [...(byId.get(id) ?? []), item]);
  }
  return (message) =>
    (byId.get(message.id) ?? []).some(
      (item) => item.role === message.role && isKnown(item, message),
    );
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const atom of some) if (!all.has(atom)) return false;
  return true;
}

/** The first entry after the message that the client wants another answer to. */
function regeneratedFrom(
  items: readonly LogItem[],
  places: readonly number[],
  { trigger, named }: { trigger: string | undefined; named: number },
): number | undefined {
  const item = items[named];
  const answered = places.at(-1) ?? UNKNOWN;
  if (trigger !== 'regenerate-message') {
    if (items[answered]?.role !== 'user') return undefined;
    const next = items[answered + 1];
    // The user sent an old message again as it was, or one whose answer broke off.
    const isUnfinished =
      answered + 2 === items.length && next !== undefined && incompleteOf(next) !== undefined;
    return answered === named || isUnfinished ? next?.entries[0]?.seq : undefined;
  }
  if (item?.role === 'assistant') return item.entries[0]?.seq;
  const last = named >= 0 ? named : answered;
  return last < 0 ? undefined : items[last + 1]?.entries[0]?.seq;
}

/** Results and answers to approval requests, of the item's calls that are unanswered. */
function isOutcome(item: LogItem): (atom: string) => boolean {
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
    (atom.startsWith('result ') && item.atoms.has(`call ${atom.slice('result '.length)}`)) ||
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
