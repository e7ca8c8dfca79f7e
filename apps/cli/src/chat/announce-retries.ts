import { wrapLanguageModel } from 'ai';
import { describeProviderError } from '../errors/provider-error.js';
import type { ModelObject } from '../setup/model-provider.js';

/** The model, calling `onRetry` for each failed call that the AI SDK will retry. */
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

/** The AI SDK marks errors after which the same call may succeed. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true;
}
