import type { Entry, ModelMessage } from '@everlong/core';
import type { SdkFormatName } from '@everlong/core/internal';
import type { Loss, WriteOptions, WriteRequest } from '@everlong/formats/openai-chat';
import type { IsWithdrawn } from './withdrawn-entries.js';

/** Loaded when asked for. */
const writers: Readonly<
  Record<
    SdkFormatName,
    () => Promise<{ write(request: WriteRequest, options?: WriteOptions): object }>
  >
> = {
  'openai-chat': () => import('@everlong/formats/openai-chat'),
  'openai-responses': () => import('@everlong/formats/openai-responses'),
  anthropic: () => import('@everlong/formats/anthropic'),
  gemini: () => import('@everlong/formats/gemini'),
  langchain: () => import('@everlong/formats/langchain'),
  'ai-sdk': () => import('@everlong/formats/ai-sdk'),
};

/** The body of an SDK's request with the entries in force, and what it cannot carry. */
export async function exportBody(
  entries: AsyncIterable<Entry>,
  format: SdkFormatName,
  isWithdrawn: IsWithdrawn,
): Promise<{ body: object; losses: string[] }> {
  const messages: ModelMessage[] = [];
  for await (const entry of entries) if (!isWithdrawn(entry)) messages.push(entry.message);
  const lost: Loss[] = [];
  const { write } = await writers[format]();
  const body = write({ messages }, { onLoss: (loss) => lost.push(loss) });
  const kinds = Map.groupBy(lost, ({ kind }) => kind);
  return { body, losses: [...kinds].map(([kind, all]) => `${kind} (${all.length})`) };
}
