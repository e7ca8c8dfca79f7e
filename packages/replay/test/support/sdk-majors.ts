import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { toAiSdk6Message } from '@everlong/core/internal';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';
import { generateText } from 'ai';
import { generateText as generateText6 } from 'ai-6';
import { createAnthropic as createAnthropic3 } from 'ai-sdk-anthropic-3';
import { createGoogleGenerativeAI as createGoogle3 } from 'ai-sdk-google-3';
import { createOpenAI as createOpenAI3 } from 'ai-sdk-openai-3';

import type { AdapterRequest } from '../../src/validity/adapter-bodies.js';

/** An endpoint: the model that the session is for, and who judges what is posted to it. */
export const endpoints = [
  { name: 'anthropic', model: 'claude-sonnet-4-6', judge: validateAnthropicMessages },
  { name: 'openaiChat', model: 'gpt-5.5', judge: validateOpenAIChat },
  { name: 'openaiResponses', model: 'gpt-5.5', judge: validateOpenAIResponses },
  { name: 'gemini', model: 'gemini-3.5-flash', judge: validateGemini },
] as const;

type Endpoint = (typeof endpoints)[number];
type Options = Parameters<typeof generateText>[0];
type Adapter = (model: string) => unknown;

/** A major version of `ai` with its adapters. */
export interface SdkMajor {
  name: string;
  /** What `generateText` posts; rejects with the error of the SDK or of the adapter. */
  bodyOf(endpoint: Endpoint, request: AdapterRequest): Promise<unknown>;
}

export const majors: readonly SdkMajor[] = [
  sdkMajor('ai 7', adaptersOf(createAnthropic, createOpenAI, createGoogle), async (options) =>
    generateText(options as Options),
  ),
  sdkMajor('ai 6', adaptersOf(createAnthropic3, createOpenAI3, createGoogle3), async (options) => {
    const { instructions: system, messages, ...rest } = options;
    const older = { ...rest, system, messages: messages.map(toAiSdk6Message) };
    return generateText6(older as Parameters<typeof generateText6>[0]);
  }),
];

/** The rules that a body breaks. */
export function violationsOf({ judge }: Endpoint, body: unknown): Violation[] {
  return judge(body);
}

interface Settings {
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

type Adapters = (settings: Settings) => Record<Endpoint['name'], Adapter>;

interface OpenAIProvider {
  chat: Adapter;
  responses: Adapter;
}

function adaptersOf(
  anthropic: (settings: Settings) => Adapter,
  openai: (settings: Settings) => OpenAIProvider,
  gemini: (settings: Settings) => Adapter,
): Adapters {
  return (settings) => ({
    anthropic: anthropic(settings),
    openaiChat: openai(settings).chat,
    openaiResponses: openai(settings).responses,
    gemini: gemini(settings),
  });
}

function sdkMajor(
  name: string,
  adapters: Adapters,
  generate: (options: AdapterRequest & Record<string, unknown>) => Promise<unknown>,
): SdkMajor {
  return {
    name,
    async bodyOf(endpoint, request) {
      let posted: string | undefined;
      const fetch: typeof globalThis.fetch = (_url, init) => {
        posted = init?.body as string;
        return Promise.reject(new Error('captured'));
      };
      const model = adapters({ apiKey: 'unused', fetch })[endpoint.name](endpoint.model);
      const options = { ...request, model, maxRetries: 0, experimental_download: download };
      const failed = await generate(options).catch((error: unknown) => error);
      if (posted === undefined) throw failed;
      return JSON.parse(posted);
    },
  };
}

interface Download {
  url: URL;
  isUrlSupportedByModel: boolean;
}

/** The SDK's own downloads only from the web. */
async function download(
  files: Download[],
): Promise<({ data: Uint8Array; mediaType: string } | null)[]> {
  return files.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null;
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`Cannot download ${url.href}`);
    return { data: new Uint8Array([1, 2, 3]), mediaType: 'image/png' };
  });
}
