import type { ModelMessage } from '@everlong/core';
import { normalizeMessage } from '@everlong/core/internal';
import type { ModelTokenizer } from '@everlong/tokenizer';

import { canonicalJson } from './canonical-json.js';
import { createTextFacts, readableText, type TextFacts } from './message-facts.js';
import type { CacheBlock } from './cache-block.js';

/** What replay needs to know of a message, computed once. */
export interface MessageFacts {
  /** The same number for messages that are identical in canonical JSON, and only for them. */
  id: number;
  /** One of the messages that have this id. */
  message: ModelMessage;
  tokens: number;
  text: TextFacts;
  /** The message's parts as a provider's cache sees them; their tokens sum up to `tokens`. */
  blocks: readonly CacheBlock[];
}

/** Facts of the messages and texts of one recorded session, shared by all policies. */
export interface MessageBook {
  message(message: ModelMessage): MessageFacts;
  text(text: string): TextFacts;
  /** A number for any value; equal numbers mean equal canonical JSON. */
  keyOf(value: unknown): number;
}

export function createMessageBook({
  countMessage,
}: Pick<ModelTokenizer, 'countMessage'>): MessageBook {
  const byObject = new WeakMap<ModelMessage, MessageFacts>();
  const byId = new Map<number, MessageFacts>();
  const byText = new Map<string, TextFacts>();
  const keys = new Map<string, number>();

  function keyOf(value: unknown): number {
    const json = canonicalJson(value);
    const known = keys.get(json);
    if (known !== undefined) return known;
    keys.set(json, keys.size);
    return keys.size - 1;
  }

  function text(content: string): TextFacts {
    const known = byText.get(content);
    if (known !== undefined) return known;
    const facts = createTextFacts(content);
    byText.set(content, facts);
    return facts;
  }

  function describe(message: ModelMessage): MessageFacts {
    const id = keyOf(normalizeMessage(message));
    const known = byId.get(id);
    if (known !== undefined) return known;
    const tokens = countMessage(message);
    const facts = {
      id,
      message,
      tokens,
      text: text(readableText(message)),
      blocks: blocksOf(message, tokens, { countMessage, keyOf }),
    };
    byId.set(id, facts);
    return facts;
  }

  return {
    message(message) {
      let facts = byObject.get(message);
      if (facts === undefined) byObject.set(message, (facts = describe(message)));
      return facts;
    },
    text,
    keyOf,
  };
}

/** The blocks of a message, one a part; the first part gets the tokens of the message's frame. */
function blocksOf(
  { role, content }: ModelMessage,
  tokens: number,
  { countMessage, keyOf }: Pick<ModelTokenizer, 'countMessage'> & Pick<MessageBook, 'keyOf'>,
): CacheBlock[] {
  if (typeof content === 'string' || content.length < 2) {
    return [{ key: keyOf([role, content]), tokens }];
  }
  const frame = countMessage({ role, content: '' } as ModelMessage);
  const rest = content.slice(1).map((part) => ({
    key: keyOf([role, [part]]),
    tokens: countMessage({ role, content: [part] } as ModelMessage) - frame,
  }));
  const restTokens = rest.reduce((sum, block) => sum + block.tokens, 0);
  return [{ key: keyOf([role, [content[0]]]), tokens: tokens - restTokens }, ...rest];
}
