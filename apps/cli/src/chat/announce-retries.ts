import { wrapLanguageModel } from 'ai';
import { describeProviderError } from '../output/provider-error.js';
import type { ModelObject } from '../setup/model-provider.js';

/** The model, with a word about each failed call that the AI SDK makes again. */
export function announceRetries(
  model: ModelObject,
  maxRetries: number,
  onRetry: (reason: string) => void,
): ModelObject {
  let failures = 0;
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ doStream }) {
        try {
          return await doStream();
        } catch (error) {
          failures++;
          if (isRetryable(error) && failures <= maxRetries) {
            onRetry(describeProviderError(error).message);
          }
          throw error;
        }
      },
    },
  });
}

/** Errors of the AI SDK say whether the same call may succeed later. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true;
}
