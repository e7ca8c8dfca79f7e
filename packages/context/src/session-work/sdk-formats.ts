import { ConfigError, type ModelMessage } from '@everlong/core';
import { type SdkFormatName, sdkFormatNames, suggestion, showValue } from '@everlong/core/internal';
import type { AiSdkBody } from '@everlong/formats/ai-sdk';
import type { AnthropicBody } from '@everlong/formats/anthropic';
import type { GeminiBody } from '@everlong/formats/gemini';
import type { LangChainBody } from '@everlong/formats/langchain';
import type {
  Loss,
  OpenAIChatBody,
  ReadOptions,
  WriteOptions,
  WriteRequest,
} from '@everlong/formats/openai-chat';
import type { OpenAIResponsesBody } from '@everlong/formats/openai-responses';

/** What `prepare` writes for each SDK: everything of a request but the model and the settings. */
export interface SdkBodies {
  'openai-chat': OpenAIChatBody;
  'openai-responses': OpenAIResponsesBody;
  anthropic: AnthropicBody;
  gemini: GeminiBody;
  langchain: LangChainBody;
  'ai-sdk': AiSdkBody;
}

/** The SDKs whose messages a session takes, and whose bodies it writes. */
export type SdkFormat = keyof SdkBodies & SdkFormatName;

export type { Loss };

/** The functions of one format. */
export interface FormatFunctions {
  read(value: unknown, options?: ReadOptions): ModelMessage[];
  write(request: WriteRequest, options?: WriteOptions): object;
}

/** Loaded when asked for: most sessions stay with one SDK. */
const loaders: Readonly<Record<SdkFormat, () => Promise<FormatFunctions>>> = {
  'openai-chat': () => import('@everlong/formats/openai-chat'),
  'openai-responses': () => import('@everlong/formats/openai-responses'),
  anthropic: () => import('@everlong/formats/anthropic'),
  gemini: () => import('@everlong/formats/gemini'),
  langchain: () => import('@everlong/formats/langchain'),
  'ai-sdk': () => import('@everlong/formats/ai-sdk'),
};

/** The functions of a format; rejects with `ConfigError` for an unknown name. */
export async function loadFormat(caller: string, name: unknown): Promise<FormatFunctions> {
  if (typeof name === 'string' && Object.hasOwn(loaders, name)) return loaders[name as SdkFormat]();
  const given = typeof name === 'string' ? name : '';
  throw new ConfigError(
    `${caller} has no format ${showValue(name)}.${suggestion(given, sdkFormatNames)} ` +
      `The formats: ${sdkFormatNames.join(', ')}.`,
  );
}
