import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { ModelMessage } from '@everlong/core';
import type { LanguageModel, ToolSet } from 'ai';
import {
  convertToLanguageModelPrompt,
  type DownloadFunction,
  prepareToolChoice,
  prepareTools,
  standardizePrompt,
} from 'ai/internal';

type ProviderModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type CallOptions = Parameters<ProviderModel['doGenerate']>[0];

/** What the adapters are called with besides the request. */
export interface AdapterBodiesOptions {
  /** Model ids; each decides what its adapter writes (roles, signatures, defaults). */
  models?: { anthropic?: string; openaiChat?: string; openaiResponses?: string; gemini?: string };
  /** Handed to every call, as in `generateText`: `{ openai: { store: false } }`. */
  providerOptions?: NonNullable<CallOptions['providerOptions']>;
}

/** What `generateText` would be called with. */
export interface AdapterRequest {
  /** The system prompt; empty for none. */
  instructions: string;
  /** In order. */
  messages: ModelMessage[];
  /** Default: none. */
  tools?: ToolSet;
}

/** The JSON bodies that the AI SDK's adapters would post for one request. */
export interface AdapterBodies {
  anthropic: unknown;
  openaiChat: unknown;
  openaiResponses: unknown;
  gemini: unknown;
}

/**
 * Creates a function that turns a request into the bodies that the real adapters would post for
 * `generateText`, without network access. It rejects with the SDK's error if `generateText` or an
 * adapter refuses the messages (a tool call without result, a system message, an unsupported file).
 * A file whose URL a provider does not accept is replaced by a tiny placeholder instead of being
 * downloaded. Calls may overlap.
 */
export function createAdapterBodies(
  options: AdapterBodiesOptions = {},
): (request: AdapterRequest) => Promise<AdapterBodies> {
  const bodyOf = createAdapterBody(options);
  return async (request) => ({
    anthropic: await bodyOf('anthropic', request),
    openaiChat: await bodyOf('openaiChat', request),
    openaiResponses: await bodyOf('openaiResponses', request),
    gemini: await bodyOf('gemini', request),
  });
}

/** The same for one provider at a time. */
export function createAdapterBody(
  options: AdapterBodiesOptions = {},
): (provider: keyof AdapterBodies, request: AdapterRequest) => Promise<unknown> {
  const { models = {}, providerOptions } = options;
  const settings = { apiKey: 'unused', fetch: capture };
  const openai = createOpenAI(settings);
  const adapters: Record<keyof AdapterBodies, ProviderModel> = {
    anthropic: createAnthropic(settings)(models.anthropic ?? 'claude-sonnet-4-6'),
    openaiChat: openai.chat(models.openaiChat ?? 'gpt-5.5'),
    openaiResponses: openai.responses(models.openaiResponses ?? 'gpt-5.5'),
    gemini: createGoogle(settings)(models.gemini ?? 'gemini-3-pro-preview'),
  };
  const preparedTools = new WeakMap<ToolSet, ReturnType<typeof prepareTools>>();

  async function bodyOf(model: ProviderModel, request: AdapterRequest): Promise<unknown> {
    const { instructions, messages, tools } = request;
    const call: CallOptions = {
      prompt: await convertToLanguageModelPrompt({
        prompt: await standardizePrompt({ instructions, messages }),
        supportedUrls: await model.supportedUrls,
        download: standIn,
        provider: model.provider.split('.')[0] ?? model.provider,
      }),
      toolChoice: prepareToolChoice({ toolChoice: undefined }),
    };
    const callTools = tools && (await toolsOf(tools));
    if (callTools !== undefined) call.tools = callTools;
    if (providerOptions !== undefined) call.providerOptions = providerOptions;
    try {
      return await model.doGenerate(call);
    } catch (error) {
      if (error instanceof CapturedBody) return JSON.parse(error.body);
      throw error;
    }
  }

  function toolsOf(tools: ToolSet): ReturnType<typeof prepareTools> {
    const prepared = preparedTools.get(tools) ?? prepareTools({ tools });
    preparedTools.set(tools, prepared);
    return prepared;
  }

  return (provider, request) => bodyOf(adapters[provider], request);
}

/** Carries the posted body out of the adapter before any response. */
class CapturedBody extends Error {
  readonly body: string;

  constructor(body: string) {
    super('The request was captured instead of being sent');
    this.body = body;
  }
}

const capture: typeof globalThis.fetch = (_url, init) =>
  Promise.reject(new CapturedBody(typeof init?.body === 'string' ? init.body : 'null'));

const standInPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const standInPdf = new TextEncoder().encode('%PDF-1.4\n');

const standIn: DownloadFunction = async (files) =>
  files.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null;
    return url.pathname.endsWith('.pdf')
      ? { data: standInPdf, mediaType: 'application/pdf' }
      : { data: standInPng, mediaType: 'image/png' };
  });
