import type { ModelMessage } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import { createGapMarks } from './gap-marks.js';
import type { MessageGroup } from './message-group.js';
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

/** A message that was put after an entry; none where there was nothing to say. */
export interface InsertedMessage {
  readonly afterSeq: number;
  readonly message?: ModelMessage;
}

export interface AssemblyInput {
  /** The snapshot's messages, where it is sent in them, and the agent's notes. */
  opening: readonly ModelMessage[];
  /** Whether that is a provider's own: it comes first, and nothing is put between it and the log. */
  isOpeningClosed?: boolean;
  groups: readonly MessageGroup[];
  injections: readonly InsertedMessage[];
  /** The entries that are left out, in order. */
  leftOut?: readonly SeqRange[];
}

/**
 * The messages of a request, in the order of the log: the snapshot and the notes, the groups with
 * marks for what is left out between them, and injected notes after the entries where they were
 * put. What is left out before the first group is marked after a snapshot, a profile or notes.
 */
export function assembleMessages(input: AssemblyInput): ModelMessage[] {
  const { opening, groups, injections, leftOut = [], isOpeningClosed = false } = input;
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
    const follows = !isOpeningClosed || messages.length > opening.length;
    const isAnswer = group.messages[0]?.role === 'assistant';
    if (follows && isAnswer && messages.at(-1)?.role === 'assistant') {
      messages.push(BETWEEN_NOTE);
    }
    messages.push(...group.messages);
  }
  injectThrough(Infinity);
  const isOpened = isOpeningClosed || messages[0]?.role === 'user';
  if (messages.length > 0 && !isOpened) messages.unshift(OPENING_NOTE);
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
