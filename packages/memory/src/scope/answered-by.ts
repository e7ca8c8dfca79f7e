import type { MemoryContext } from './memory-context.js';

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
