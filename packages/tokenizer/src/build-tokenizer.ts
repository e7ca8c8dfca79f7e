import type { ModelMessage } from '@everlong/core';

import { countMessage } from './count-message.js';
import { countTools } from './count-tools.js';
import type { Encoder } from './encoder.js';
import { familyFactor } from './family-factor.js';
import { frameCosts } from './frame-costs.js';
import type { ModelInfo } from './model-info.js';
import type { TokenizerInstance } from './tokenizer-instance.js';
import { truncate } from './truncate.js';

/** Puts a tokenizer together from a loaded encoder and the model it counts for. */
export function buildTokenizer(encoder: Encoder, model?: ModelInfo): TokenizerInstance {
  const family = model?.family ?? 'openai';
  const factor = familyFactor(family);
  const costs = frameCosts(family);
  const isExact = factor === 1;

  function count(text: string, maxTokens = Infinity): number {
    if (isExact) return encoder.count(text, maxTokens);
    return Math.ceil(encoder.count(text, maxTokens / factor) * factor);
  }

  const countText = (text: string): number => count(text);
  const messageCounter = { countText, costs, imageRule: model?.imageRule ?? 'openai-patches' };

  return {
    name: isExact ? encoder.encoding : `${family} estimate`,
    source: isExact ? 'tokenizer' : 'heuristic',
    ...(model === undefined ? {} : { model }),
    ...(model?.warning === undefined ? {} : { warning: model.warning }),
    encode: encoder.encode,
    decode: encoder.decode,
    count: countText,
    fits: (text, maxTokens) => count(text, maxTokens) <= maxTokens,
    truncate: (text, maxTokens, options) => truncate(count, text, maxTokens, options),
    countMessage: (message) => countMessage(messageCounter, message),
    countMessages: (messages: readonly ModelMessage[]) =>
      messages.reduce((sum, message) => sum + countMessage(messageCounter, message), costs.reply),
    countTools: (tools) => countTools(countText, costs, tools),
  };
}
