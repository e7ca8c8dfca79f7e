import type { ModelMessage } from '@everlong/core';

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
    costs,
    imageRule: model?.imageRule ?? 'openai-patches',
  };

  return {
    name: isEncoding ? encoder.encoding : `${family} estimate`,
    source: isExact ? 'tokenizer' : 'heuristic',
    ...(model === undefined ? {} : { model }),
    ...(model?.warning === undefined ? {} : { warning: model.warning }),
    encode: encoder.encode,
    decode: encoder.decode,
    count,
    fits: (text, maxTokens) => encoder.count(text, maxTokens) <= maxTokens,
    createStreamCounter: () => createStreamCounter(encoder),
    truncate: (text, maxTokens, options) => truncate(encoder.count, text, maxTokens, options),
    countMessage: (message) => countMessage(messageCounter, message),
    countMessages: (messages: readonly ModelMessage[]) =>
      messages.reduce((sum, message) => sum + countMessage(messageCounter, message), costs.reply),
    countTools: (tools) => countTools(count, costs, tools),
  };
}
