import type { PreparedRequest } from '../request/describe-request.js';
import { type MarkedRequest, withCacheBreakpoints } from './cache-breakpoints.js';

/**
 * Marks the requests of one session, each with regard to the one before; disabled, it marks
 * nothing.
 */
export function createCacheMarker(enabled: boolean): (request: PreparedRequest) => MarkedRequest {
  let last: { epoch: number; messages: number } | undefined;
  return (request) => {
    const { instructions: content, messages, state } = request;
    const isNext = last?.epoch === state.epoch;
    const options = isNext ? { previousMessages: last?.messages ?? 0 } : {};
    last = { epoch: state.epoch, messages: messages.length };
    if (enabled) return withCacheBreakpoints(request, options);
    return { instructions: { role: 'system', content }, messages };
  };
}
