import { TokenLimiterProcessor } from '@mastra/core/processors';

import type { ModelMessage } from '../../packages/core/dist/index.js';
import type { RequestMaker } from '../../packages/replay/dist/index.js';

type Prompt = Parameters<TokenLimiterProcessor['processLLMRequest']>[0]['prompt'];

/** It counts by its own estimate, which falls short of what a tokenizer counts by some percent. */
const MARGIN = 0.1;

/** `TokenLimiter` as an agent runs it on the prompt of each call. */
export function mastraTokenLimiter(): RequestMaker {
  return async (log, { maxTokens }) => {
    const limiter = new TokenLimiterProcessor(Math.floor(maxTokens * (1 - MARGIN)));
    const originals = new Map<unknown, ModelMessage>();
    const prompt = log.map((message) => {
      const content =
        typeof message.content === 'string' && message.role !== 'system'
          ? [{ type: 'text', text: message.content }]
          : message.content;
      const converted = { role: message.role, content };
      originals.set(converted, message);
      return converted;
    });
    const trimmed = await limiter.processLLMRequest({ prompt: prompt as Prompt } as never);
    const sent = trimmed?.prompt ?? (prompt as Prompt);
    return sent.flatMap((message) => originals.get(message) ?? []);
  };
}
