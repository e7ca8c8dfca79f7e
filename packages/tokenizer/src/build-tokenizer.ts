import { ConfigError, type ModelMessage } from '@everlong/core';
import { checkList, definedFields, showValue } from '@everlong/core/internal';

import { countMessage } from './counting/count-message.js';
import { countTools } from './counting/count-tools.js';
import type { Encoder } from './encoding/encoder.js';
import { frameCosts } from './counting/frame-costs.js';
import type { ModelInfo, TokenizerFamily } from './models/model-info.js';
import { createStreamCounter } from './stream-counter.js';
import type { ModelTokenizer } from './model-tokenizer.js';
import { truncate } from './truncate.js';

/**
 * Builds a tokenizer from a loaded encoder, the family that it counts for, and the requested model.
 */
export function buildTokenizer(
  encoder: Encoder,
  family: TokenizerFamily,
  model?: ModelInfo,
): ModelTokenizer {
  const isEncoding = family === 'openai';
  const isExact = isEncoding && model?.encodingIsAssumed !== true;
  const costs = frameCosts(model?.family ?? family);
  const count = (text: string): number => encoder.count(text);
  const messageCounter = {
    countText: count,
    countEncoded: (text: string) => encoder.encode(text).length,
    costs,
    imageRule: model?.imageRule ?? 'openai-patches',
  };

  return {
    name: isEncoding ? encoder.encoding : `${family} estimate`,
    source: isExact ? 'tokenizer' : 'heuristic',
    ...definedFields({ model, warning: model?.warning }),
    encode: encoder.encode,
    decode(tokens) {
      checkTokens(tokens);
      return encoder.decode(tokens);
    },
    count,
    fits(text, maxTokens) {
      checkMaxTokens('fits', maxTokens);
      return encoder.count(text, maxTokens) <= maxTokens;
    },
    createStreamCounter: () => createStreamCounter(encoder),
    truncate(text, maxTokens, options) {
      checkMaxTokens('truncate', maxTokens);
      return truncate(encoder.count, text, maxTokens, options);
    },
    countMessage: (message) => countMessage(messageCounter, message),
    countMessages(messages: readonly ModelMessage[]) {
      checkList('The messages of countMessages', messages);
      return messages.reduce(
        (sum, message) => sum + countMessage(messageCounter, message),
        costs.reply,
      );
    },
    countTools: (tools) => countTools(count, costs, tools),
  };
}

function checkTokens(tokens: unknown): void {
  if (typeof tokens === 'object' && tokens !== null && Symbol.iterator in tokens) return;
  throw new ConfigError(
    `decode takes token ids, such as those of encode, not ${showValue(tokens)}.`,
  );
}

/** There is no room in what is not a number, such as a share of nothing. */
function checkMaxTokens(caller: string, maxTokens: unknown): void {
  if (typeof maxTokens === 'number') return;
  throw new ConfigError(`maxTokens of ${caller} must be a number, not ${showValue(maxTokens)}.`);
}
