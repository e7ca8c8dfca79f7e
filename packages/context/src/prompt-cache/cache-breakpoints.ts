import { ConfigError } from '@everlong/core';
import { checkOptions, showValue } from '@everlong/core/internal';

import { markForAnthropic, type MarkedRequest } from './anthropic-breakpoints.js';
import type { PreparedRequest } from '../request/describe-request.js';

export type { CacheMarker, MarkedInstructions, MarkedRequest } from './anthropic-breakpoints.js';

/** What the markers of a request depend on. */
export interface CacheBreakpointOptions {
  /** How many messages the request before this one had, if it was in the same epoch. */
  previousMessages?: number;
  /** How long Anthropic keeps what it caches. Default `5m`. */
  lifetime?: '5m' | '1h';
}

/**
 * The request with `providerOptions.anthropic.cacheControl` at no more than 4 places: the end of
 * the instructions, the end of the snapshots, the last block, and between them the 15th block after
 * the previous request (without `previousMessages`: the last multiple of 15). Markers that were
 * there before are removed; nothing else changes. Other providers ignore the markers.
 */
export function withCacheBreakpoints(
  request: Pick<PreparedRequest, 'instructions' | 'messages' | 'state'>,
  options: CacheBreakpointOptions = {},
): MarkedRequest {
  checkOptions<CacheBreakpointOptions>('withCacheBreakpoints', options, {
    previousMessages: true,
    lifetime: true,
  });
  const { state, messages } = (request ?? {}) as Partial<PreparedRequest>;
  if (state === undefined || !Array.isArray(messages)) {
    throw new ConfigError(
      `withCacheBreakpoints takes a request of session.prepare(), not ${showValue(request)}.`,
    );
  }
  const { used, lastCompaction } = state;
  const headMessages = used.summary > 0 ? (lastCompaction?.snapshots ?? 0) : 0;
  return markForAnthropic(request, { ...options, headMessages });
}
