import { messageText, type ModelMessage, type Tokenizer } from '@everlong/core';

/**
 * Counts texts and messages; a message object, and each of the last long texts, is counted once.
 */
export interface Counter {
  text(text: string): number;
  message(message: ModelMessage): number;
}

/** Tokens around a message and around each of its parts, for tokenizers that count only text. */
const MESSAGE_OVERHEAD_TOKENS = 4;
const PART_OVERHEAD_TOKENS = 12;

/** Instructions are long and the same in every request: so many long texts are remembered. */
const REMEMBERED_TEXTS = 8;
const LONG_TEXT_LENGTH = 500;

export function createCounter(tokenizer: Tokenizer): Counter {
  const counted = new WeakMap<ModelMessage, number>();
  const texts = new Map<string, number>();

  function countMessage(message: ModelMessage): number {
    if (tokenizer.countMessage !== undefined) return tokenizer.countMessage(message);
    const parts = typeof message.content === 'string' ? 0 : message.content.length;
    return (
      tokenizer.count(messageText(message)) + MESSAGE_OVERHEAD_TOKENS + parts * PART_OVERHEAD_TOKENS
    );
  }

  return {
    text(text) {
      if (text.length < LONG_TEXT_LENGTH) return tokenizer.count(text);
      const tokens = texts.get(text) ?? tokenizer.count(text);
      texts.delete(text);
      texts.set(text, tokens);
      const [oldest] = texts.keys();
      if (texts.size > REMEMBERED_TEXTS && oldest !== undefined) texts.delete(oldest);
      return tokens;
    },
    message(message) {
      const known = counted.get(message);
      if (known !== undefined) return known;
      const tokens = countMessage(message);
      counted.set(message, tokens);
      return tokens;
    },
  };
}
