import { type AnswerCollector, collectAnswer } from './collect-answer.js';

/** How an answer ended: as it should, by the user, or by an error. */
export type AnswerOutcome = 'complete' | 'stopped' | 'failed';

/**
 * Passes a model's stream on and hands over what it brought once it ends, however it ends: when the
 * model is done, when the call is aborted, when its reader cancels, when it breaks off.
 */
export function watchAnswer<Part extends { type: string }>(
  stream: ReadableStream<Part>,
  abortSignal: AbortSignal | undefined,
  onEnd: (answer: AnswerCollector, outcome: AnswerOutcome) => Promise<void>,
): ReadableStream<Part> {
  const answer = collectAnswer();
  const reader = stream.getReader();
  let ended: Promise<void> | undefined;
  const end = (outcome: AnswerOutcome): Promise<void> => {
    abortSignal?.removeEventListener('abort', stop);
    return (ended ??= onEnd(answer, outcome));
  };
  function stop(): void {
    // The stream's reader learns of what fails here, if it reads on.
    end('stopped').catch(() => {});
  }
  if (abortSignal?.aborted === true) stop();
  else abortSignal?.addEventListener('abort', stop);

  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          answer.add(value);
          controller.enqueue(value);
          return;
        }
      } catch (error) {
        await end(abortSignal?.aborted === true ? 'stopped' : 'failed');
        throw error;
      }
      await end(answer.usage === undefined || answer.failed ? 'failed' : 'complete');
      controller.close();
    },
    async cancel(reason) {
      try {
        await end('stopped');
      } finally {
        await reader.cancel(reason);
      }
    },
  });
}
