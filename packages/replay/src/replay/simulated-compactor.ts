import { messageText, type ModelMessage, type ProviderCompactor } from '@everlong/core';
import type { ModelTokenizer } from '@everlong/tokenizer';

import { standInSummary } from './stand-in-summary.js';

/**
 * A compactor that stands for Anthropic's on demand: its block is `standInSummary`, and each call is
 * billed for its prompt, read from the cache, and its answer.
 */
export function createSimulatedCompactor({
  count,
  countMessages,
}: Pick<ModelTokenizer, 'count' | 'countMessages'>): ProviderCompactor {
  return {
    provider: 'anthropic',
    async compact({ instructions, messages }) {
      const [first] = messages;
      const before = first !== undefined && isBlock(first) ? messageText(first) : '';
      const rest = before === '' ? messages : messages.slice(1);
      const text = standInSummary(rest.map(messageText), before).trimEnd();
      const inputTokens = count(instructions.content) + countMessages(messages);
      const usage = { inputTokens, cacheReadTokens: inputTokens, outputTokens: count(text) };
      return { messages: [blockOf(text)], text, usage };
    },
  };
}

const BLOCK = { anthropic: { type: 'compaction' } };

function blockOf(text: string): ModelMessage {
  return { role: 'assistant', content: [{ type: 'text', text, providerOptions: BLOCK }] };
}

function isBlock({ content }: ModelMessage): boolean {
  const [part] = typeof content === 'string' ? [] : content;
  return part?.type === 'text' && part.providerOptions?.['anthropic']?.['type'] === 'compaction';
}
