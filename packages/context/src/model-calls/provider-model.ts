import type { JsonObject, ProviderOptions } from '@everlong/core';

/** What a middleware sees of a language model, in both specifications that `ai` 6 and 7 use. */
export interface ProviderModel {
  readonly specificationVersion: string;
  readonly provider?: string;
  readonly modelId?: string;
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>;
}

/** By media type (`image/*` and `*` match many): what URLs the provider fetches itself. */
export type SupportedUrls = Record<string, RegExp[]>;

/** What a model is called with, as far as a session has a say in it. */
export interface ProviderCall {
  prompt: ProviderMessage[];
  tools?: object[] | undefined;
  providerOptions?: ProviderOptions | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** A message of a provider's prompt: a `ModelMessage` whose content is always parts. */
export interface ProviderMessage {
  role: string;
  content: string | object[];
  providerOptions?: ProviderOptions | undefined;
}

/** What a model answered. */
export interface ProviderResult {
  content: readonly ProviderContent[];
  usage: ProviderUsage;
}

export interface ProviderContent {
  type: string;
  providerMetadata?: Record<string, JsonObject> | undefined;
}

export interface ProviderUsage {
  inputTokens: {
    total: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: { total: number | undefined; reasoning: number | undefined };
}
