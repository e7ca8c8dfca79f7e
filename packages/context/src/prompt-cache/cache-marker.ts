import type { PreparedRequest } from '../request/describe-request.js';
import { takesBreakpoints, withSdkBreakpoints } from './openai-breakpoints.js';
import { type MarkedRequest, withCacheBreakpoints } from './cache-breakpoints.js';

/**
 * Marks the requests of one session, each with regard to the one before: for Anthropic, and for a
 * model of OpenAI that lets requests say where to cache. Disabled, it marks nothing.
 */
export function createCacheMarker(
  enabled: boolean,
  model?: string,
): (request: PreparedRequest) => MarkedRequest {
  let last: { epoch: number; messages: number } | undefined;
  const isOpenAi = enabled && takesBreakpoints(model);
  return (request) => {
    if (isOpenAi) return markForOpenAi(request);
    const { instructions: content, messages, state } = request;
    const isNext = last?.epoch === state.epoch;
    const options = isNext ? { previousMessages: last?.messages ?? 0 } : {};
    last = { epoch: state.epoch, messages: messages.length };
    if (enabled) return withCacheBreakpoints(request, options);
    return { instructions: { role: 'system', content }, messages };
  };
}

function markForOpenAi(request: PreparedRequest): MarkedRequest {
  const { marker, messages } = withSdkBreakpoints(request);
  const { instructions: content } = request;
  return { instructions: { role: 'system', content, providerOptions: marker }, messages };
}
