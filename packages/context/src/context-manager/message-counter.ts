import { messageText, type ModelMessage, type Tokenizer } from '@everlong/core';

import { isCount, wrongCount } from '../config/check-parts.js';
import type { ManagedMessage } from './managed-message.js';
import { adapterOf } from './adapter-of.js';

/**
 * Estimates tokens: of a text, or of a list of messages. Which of the two a function takes is found
 * out by trying it on a short text.
 */
export type EstimateTokens =
  | ((text: string) => number)
  // oxlint-disable-next-line typescript/no-explicit-any -- a list of whichever messages it was written for
  | ((messages: any[]) => number);

/** Counts texts and messages; a message object is counted once. */
export interface MessageCounter {
  text(text: string): number;
  message(message: ManagedMessage): number;
  /** A list as it is sent, with what frames it. */
  list(messages: readonly ManagedMessage[]): number;
}

/** The document's estimate. */
const CHARACTERS_PER_TOKEN = 4;

/** Tokens around a message, and those that open the answer. */
const MESSAGE_OVERHEAD_TOKENS = 4;
const LIST_OVERHEAD_TOKENS = 3;

/** A file whose content is not looked at: a medium image or a few pages. */
const FILE_TOKENS = 1600;

/** Counts with a tokenizer, else with the caller's estimate, else four characters a token. */
export function createMessageCounter({
  tokenizer,
  estimateTokens,
}: {
  tokenizer?: Tokenizer | undefined;
  estimateTokens?: EstimateTokens | undefined;
}): MessageCounter {
  if (tokenizer === undefined && estimateTokens !== undefined && !takesText(estimateTokens)) {
    return listCounter(estimateTokens as (messages: ManagedMessage[]) => number);
  }
  const estimate = estimateTokens as ((text: string) => number) | undefined;
  const text = (value: string): number =>
    tokenizer?.count(value) ?? estimate?.(value) ?? Math.ceil(value.length / CHARACTERS_PER_TOKEN);

  function modelTokens(message: ModelMessage): number {
    if (tokenizer?.countMessage !== undefined) return tokenizer.countMessage(message);
    const files = filesIn(message);
    return text(messageText(message)) + MESSAGE_OVERHEAD_TOKENS + files * FILE_TOKENS;
  }

  const message = once((item: ManagedMessage): number =>
    adapterOf([item])
      .modelMessages(item)
      .reduce((sum, part) => sum + modelTokens(part), 0),
  );
  return {
    text,
    message,
    list: (messages) =>
      messages.reduce((sum, item) => sum + message(item), messages.length && LIST_OVERHEAD_TOKENS),
  };
}

function filesIn({ content }: ModelMessage): number {
  if (typeof content === 'string') return 0;
  const parts: readonly { type: string }[] = content;
  return parts.filter(({ type }) => type === 'file' || type === 'image').length;
}

/** For an estimate that is made for lists: a text is counted as the message that says it. */
function listCounter(given: (messages: ManagedMessage[]) => number): MessageCounter {
  const estimate = (messages: ManagedMessage[]): number => {
    const tokens = given(messages);
    if (!isCount(tokens)) throw wrongCount('estimateTokens of createContextManager', tokens);
    return tokens;
  };
  return {
    text: (text) =>
      estimate([{ id: '', role: 'user', parts: [{ type: 'text', text }], content: text } as never]),
    message: once((message) => estimate([message])),
    list: (messages) => estimate([...messages]),
  };
}

function once(count: (message: ManagedMessage) => number): (message: ManagedMessage) => number {
  const counted = new WeakMap<ManagedMessage, number>();
  return (message) => {
    const known = counted.get(message) ?? count(message);
    counted.set(message, known);
    return known;
  };
}

const PROBE = 'How many tokens are there in a text of some ten words?';

/** No text has more tokens than characters, and what reads messages finds none in a text. */
function takesText(estimate: EstimateTokens): boolean {
  try {
    const tokens = (estimate as (text: string) => number)(PROBE);
    return Number.isFinite(tokens) && tokens >= 0 && tokens <= PROBE.length;
  } catch {
    return false;
  }
}
