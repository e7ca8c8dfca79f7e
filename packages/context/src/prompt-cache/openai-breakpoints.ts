import type { ModelMessage, ProviderOptions, SystemMessage } from '@everlong/core';
import { findModel } from '@everlong/tokenizer';

import type { PreparedRequest } from '../request/describe-request.js';

type Format = 'openai-chat' | 'openai-responses';

type Request = Pick<PreparedRequest, 'messages' | 'state'>;

const EXPLICIT = { mode: 'explicit' };

/** A field of a content block, which `formats` writes as it finds it. */
const MARK = { prompt_cache_breakpoint: EXPLICIT };

/** The same for the AI SDK's provider. */
const SDK_MARK: OpenAiMarker = { openai: { promptCacheBreakpoint: EXPLICIT } };

// A type alias and no interface: only that is assignable to the SDK's index signatures.
export type OpenAiMarker = { openai: { promptCacheBreakpoint: { mode: string } } };

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
  request: PreparedRequest,
  format: Format,
): { instructions: SystemMessage; messages: ModelMessage[] } {
  return {
    instructions: {
      role: 'system',
      content: request.instructions,
      providerOptions: { everlong: { [format]: { list: true, inner: MARK } } },
    },
    messages: markSnapshots(request, { everlong: { [format]: { fields: MARK } } }),
  };
}

/** The same in the provider options of the AI SDK; other providers ignore them. */
export function withSdkBreakpoints(request: PreparedRequest): {
  marker: OpenAiMarker;
  messages: ModelMessage[];
} {
  return { marker: SDK_MARK, messages: markSnapshots(request, SDK_MARK) };
}

function markSnapshots(
  { messages, state: { used, lastCompaction } }: Request,
  marker: ProviderOptions,
): ModelMessage[] {
  const last = (used.summary > 0 ? (lastCompaction?.snapshots ?? 0) : 0) - 1;
  return messages.map((message, index) => (index === last ? markText(message, marker) : message));
}

/** A snapshot is a text in the user's role. */
function markText(message: ModelMessage, providerOptions: ProviderOptions): ModelMessage {
  if (message.role !== 'user' || typeof message.content !== 'string') return message;
  return { ...message, content: [{ type: 'text', text: message.content, providerOptions }] };
}
