import type { ModelMessage, ProviderOptions, SystemMessage } from '@everlong/core';
import { findModel } from '@everlong/tokenizer';

import type { PreparedRequest } from '../request/describe-request.js';

type Format = 'openai-chat' | 'openai-responses';

/** A field of a content block, which `formats` writes as it finds it. */
const MARK = { prompt_cache_breakpoint: { mode: 'explicit' } };

/**
 * Whether OpenAI lets requests to a model say where to cache: GPT-5.6 and later, for which a cache
 * write has a price. Others refuse the field.
 */
export function takesBreakpoints(model: string | undefined): boolean {
  const info = model === undefined ? undefined : findModel(model);
  return info?.provider === 'openai' && info.prices.cacheWrite !== undefined;
}

/**
 * The request with OpenAI's cache breakpoints at the end of the instructions and of the snapshots,
 * which outlast an epoch. The API itself sets one at the end of each request, and matches a prefix
 * at breakpoints only.
 */
export function withOpenAiBreakpoints(
  { instructions, messages, state }: PreparedRequest,
  format: Format,
): { instructions: SystemMessage; messages: ModelMessage[] } {
  const { used, lastCompaction } = state;
  const last = (used.summary > 0 ? (lastCompaction?.snapshots ?? 0) : 0) - 1;
  return {
    instructions: {
      role: 'system',
      content: instructions,
      providerOptions: { everlong: { [format]: { list: true, inner: MARK } } },
    },
    messages: messages.map((message, index) =>
      index === last ? markText(message, format) : message,
    ),
  };
}

/** A snapshot is a text in the user's role. */
function markText(message: ModelMessage, format: Format): ModelMessage {
  if (message.role !== 'user' || typeof message.content !== 'string') return message;
  const providerOptions: ProviderOptions = { everlong: { [format]: { fields: MARK } } };
  return { ...message, content: [{ type: 'text', text: message.content, providerOptions }] };
}
