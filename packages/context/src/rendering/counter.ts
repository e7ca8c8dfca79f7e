import { messageText, type ModelMessage, type Tokenizer } from '@everlong/core';

/** Counts texts and messages; a message object is counted once. */
export interface Counter {
  text(text: string): number;
  message(message: ModelMessage): number;
}

/** Tokens around a message and around each of its parts, for tokenizers that count only text. */
const MESSAGE_OVERHEAD_TOKENS = 4;
const PART_OVERHEAD_TOKENS = 12;

export function createCounter(tokenizer: Tokenizer): Counter {
  const counted = new WeakMap<ModelMessage, number>();

  function countMessage(message: ModelMessage): number {
    if (tokenizer.countMessage !== undefined) return tokenizer.countMessage(message);
    const parts = typeof message.content === 'string' ? 0 : message.content.length;
    return (
      tokenizer.count(messageText(message)) + MESSAGE_OVERHEAD_TOKENS + parts * PART_OVERHEAD_TOKENS
    );
  }

  return {
    text: (text) => tokenizer.count(text),
    message(message) {
      const known = counted.get(message);
      if (known !== undefined) return known;
      const tokens = countMessage(message);
      counted.set(message, tokens);
      return tokens;
    },
  };
}
