import { messageText, type ModelMessage, type Tokenizer } from '@everlong/core';
import { characterBoundary, mapTexts } from '@everlong/core/internal';

import { withFileTexts } from './text-file.js';

/**
 * Counts texts and messages; a message object, and each of the last long texts, is counted once.
 * Of a giant text that is far beyond the window only as much is counted as shows that it is; the
 * rest is taken to be alike.
 */
export interface Counter {
  text(text: string): number;
  message(message: ModelMessage): number;
  /** All of them together. */
  messages(messages: readonly ModelMessage[]): number;
}

/** Tokens around a message and around each of its parts, for tokenizers that count only text. */
const MESSAGE_OVERHEAD_TOKENS = 4;
const PART_OVERHEAD_TOKENS = 12;

/** Instructions are long and the same in every request: so many long texts are remembered. */
const REMEMBERED_TEXTS = 8;
const LONG_TEXT_LENGTH = 500;

/** A longer text is counted in parts of this length: their sum is hardly more than the whole. */
const GIANT_TEXT_LENGTH = 1_000_000;

export function createCounter(tokenizer: Tokenizer, window = Infinity): Counter {
  const counted = new WeakMap<ModelMessage, number>();
  const texts = new Map<string, number>();

  /** The tokens of a giant text: beyond two windows, by those of its beginning. */
  function countGiant(text: string): number {
    let tokens = 0;
    let start = 0;
    while (start < text.length && tokens <= 2 * window) {
      const end = characterBoundary(text, Math.min(text.length, start + GIANT_TEXT_LENGTH));
      tokens += tokenizer.count(text.slice(start, end));
      start = end;
    }
    return Math.ceil((tokens / start) * text.length);
  }

  /** Giant texts are counted apart from the rest. */
  function countMessage(message: ModelMessage): number {
    let giantTokens = 0;
    const rest = mapTexts(message, (text) => {
      if (text.length <= GIANT_TEXT_LENGTH) return text;
      giantTokens += countGiant(text);
      return '';
    });
    return countSmall(rest) + giantTokens;
  }

  function countSmall(message: ModelMessage): number {
    if (tokenizer.countMessage !== undefined) return tokenizer.countMessage(message);
    const parts = typeof message.content === 'string' ? 0 : message.content.length;
    return (
      tokenizer.count(messageText(withFileTexts(message))) +
      MESSAGE_OVERHEAD_TOKENS +
      parts * PART_OVERHEAD_TOKENS
    );
  }

  function countOnce(message: ModelMessage): number {
    const known = counted.get(message);
    if (known !== undefined) return known;
    const tokens = countMessage(message);
    counted.set(message, tokens);
    return tokens;
  }

  return {
    text(text) {
      if (text.length < LONG_TEXT_LENGTH) return tokenizer.count(text);
      const isGiant = text.length > GIANT_TEXT_LENGTH;
      const tokens = texts.get(text) ?? (isGiant ? countGiant(text) : tokenizer.count(text));
      texts.delete(text);
      texts.set(text, tokens);
      const [oldest] = texts.keys();
      if (texts.size > REMEMBERED_TEXTS && oldest !== undefined) texts.delete(oldest);
      return tokens;
    },
    message: countOnce,
    messages: (messages) => messages.reduce((sum, message) => sum + countOnce(message), 0),
  };
}
