import {
  type SummarizeInput,
  type SummarizeResult,
  type Summarizer,
  toUsage,
  type Usage,
} from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import { withSpan, type SpanAttributes } from '../tracing.js';

/**
 * Asks the summarizer within a span that says what all of its model calls were billed; each call
 * has a span of its own where the AI SDK makes one. The span ends at the latest when `signal`
 * aborts, even if the summarizer never answers.
 */
export function callSummarizer(
  summarizer: Summarizer,
  input: SummarizeInput & { signal: AbortSignal },
): Promise<SummarizeResult> {
  const attributes: SpanAttributes = {
    'everlong.summarizer': summarizer.name,
    'everlong.entries': input.entries.length,
    'everlong.max_tokens': input.maxTokens,
  };
  return withSpan('summarize_conversation', attributes, async (note) => {
    const result = await untilAborted(summarizer.summarize(input), input.signal);
    note(() => usageAttributes(result?.usage));
    return result;
  });
}

/** Names and meaning of `gen_ai.usage.*`: the input includes what the cache served and kept. */
function usageAttributes(billed: Usage | undefined): SpanAttributes {
  if (billed === undefined || billed === null) return {};
  const usage = toUsage(billed);
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_write.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}
