import type { FindUpstream } from '@everlong/server';
import { matchUpstream, type UpstreamSettings } from '@everlong/server/node';

/** Models of the settings, made by the AI SDK's providers, which are loaded when first asked. */
export function upstreamModels(upstreams: readonly UpstreamSettings[]): FindUpstream {
  return (model) => {
    const found = matchUpstream(upstreams, model);
    if (found === undefined) return undefined;
    const { contextWindow } = found;
    return {
      load: () => loadModel(found, model),
      ...(contextWindow === undefined ? {} : { contextWindow }),
    };
  };
}

async function loadModel({ api, baseUrl: baseURL, apiKey }: UpstreamSettings, model: string) {
  if (api === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey: apiKey ?? '' })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const key = apiKey === undefined ? {} : { apiKey };
  return createOpenAICompatible({ name: 'openai', baseURL, includeUsage: true, ...key })(model);
}
