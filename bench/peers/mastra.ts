import { TokenLimiterProcessor } from '@mastra/core/processors';

import type { ModelMessage } from '../../packages/core/dist/index.js';
import type { RequestMaker } from '../../packages/replay/dist/index.js';

/** What is called of it, with the prompt alone. */
interface PromptStage {
  processLLMRequest(request: { prompt: object[] }): Promise<{ prompt: object[] } | undefined>;
}

/** It counts by its own estimate, which falls short of what a tokenizer counts by up to a fifth. */
const MARGIN = 0.25;

/** `TokenLimiter` as an agent runs it on the prompt of each call. */
export function mastraTokenLimiter(): RequestMaker {
  return async (log, { maxTokens }) => {
    const limit = Math.floor(maxTokens * (1 - MARGIN));
    const limiter = new TokenLimiterProcessor(limit) as unknown as PromptStage;
    const originals = new Map<object, ModelMessage>();
    const prompt = log.map((message) => {
      const content =
        typeof message.content === 'string' && message.role !== 'system'
          ? [{ type: 'text', text: message.content }]
          : message.content;
      const converted = { role: message.role, content };
      originals.set(converted, message);
      return converted;
    });
    const trimmed = await limiter.processLLMRequest({ prompt });
    return (trimmed?.prompt ?? prompt).flatMap((message) => originals.get(message) ?? []);
  };
}
