import { keepPart } from './keep-part.js';
import { usageOf } from './provider-usage.js';
import type { ProviderCall } from './provider-model.js';
import type { Session } from '../session-work/session.js';
import { watchAnswer } from './watch-answer.js';

type DoStream = (call: ProviderCall) => PromiseLike<{ stream: ReadableStream<{ type: string }> }>;

/**
 * The model, of whose streamed answers the session keeps the text when they are stopped or break
 * off; whole answers are the caller's to keep. `undefined` for what is only a model's name.
 */
export function watchModel(model: unknown, session: Session): object | undefined {
  if (typeof model !== 'object' || model === null) return undefined;
  const { doStream } = model as { doStream?: DoStream };
  if (typeof doStream !== 'function') return undefined;
  const watched: DoStream = async (call) => {
    const result = await Promise.resolve(doStream.call(model, call)).catch(
      async (error: unknown) => {
        // The request went out: who stops it early is billed all the same.
        if (call.abortSignal?.aborted === true) await session.recordUsage('unknown');
        throw error;
      },
    );
    const stream = watchAnswer(
      result.stream,
      call.abortSignal,
      async ({ content, usage }, outcome) => {
        if (outcome === 'complete') return;
        await keepPart(session, content, { incomplete: outcome });
        // The SDK reports the usage of a failed call at the end of the step.
        if (outcome !== 'stopped') return;
        const billed = usage === undefined ? undefined : usageOf(usage);
        await session.recordUsage(billed ?? 'unknown');
      },
    );
    return { ...result, stream };
  };
  // The model's own fields may be private to its class.
  return new Proxy(model, {
    get(target, name) {
      if (name === 'doStream') return watched;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
