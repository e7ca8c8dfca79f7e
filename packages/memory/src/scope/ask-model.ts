import { ConfigError } from '@everlong/core';
import type * as Sdk from 'ai';

import type { MemoryContext } from './memory-context.js';

/** The AI SDK, which only memories with a model need. */
export async function loadAiSdk(): Promise<typeof Sdk> {
  try {
    return await import('ai');
  } catch (error) {
    throw new ConfigError(
      'A memory with `model` or `embeddingModel` needs the package "ai", which cannot be loaded. ' +
        'Install ai 6 or 7, or leave these options out.',
      error,
    );
  }
}

/** What a model answers; reports a failure, unless the signal ended the call. */
export async function answeredBy<Answer>(
  { onModelError }: Pick<MemoryContext, 'onModelError'>,
  answer: Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!signal.aborted) onModelError(error);
    throw error;
  }
}
