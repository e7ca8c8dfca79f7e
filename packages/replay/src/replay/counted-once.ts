import type { ModelMessage } from '@everlong/core';
import type { ModelTokenizer } from '@everlong/tokenizer';

/** Shorter texts are counted as fast as they are looked up. */
const MIN_KEPT_CHARACTERS = 200;

/** The cache is cleared when its texts exceed this in total. */
const MAX_KEPT_CHARACTERS = 50_000_000;

/**
 * The tokenizer with cached counts of message objects and long texts, since every policy counts the
 * same ones. Messages must not change after they were counted.
 */
export function countedOnce(tokenizer: ModelTokenizer): ModelTokenizer {
  const messages = new WeakMap<ModelMessage, number>();
  let texts = new Map<string, number>();
  let characters = 0;

  function count(text: string): number {
    if (text.length < MIN_KEPT_CHARACTERS) return tokenizer.count(text);
    let tokens = texts.get(text);
    if (tokens === undefined) {
      tokens = tokenizer.count(text);
      characters += text.length;
      if (characters > MAX_KEPT_CHARACTERS) {
        texts = new Map();
        characters = text.length;
      }
      texts.set(text, tokens);
    }
    return tokens;
  }

  function countMessage(message: ModelMessage): number {
    let tokens = messages.get(message);
    if (tokens === undefined) messages.set(message, (tokens = tokenizer.countMessage(message)));
    return tokens;
  }

  return { ...tokenizer, count, countMessage };
}
