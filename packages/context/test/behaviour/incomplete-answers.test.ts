import { describe, expect, it } from 'vitest';

import { createAgentHooks, createContextMiddleware } from '../../src/ai-sdk/index.js';
import type { Session } from '../../src/session-work/session.js';
import { logOf, open, type Sdk, versions } from '../support/scripted-sdk.js';

const usage = {
  inputTokens: { total: 90, noCache: 90, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};
const text = [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'half an answer' },
];
const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
const error = { type: 'error', error: new Error('overloaded') };

const asMiddleware = (sdk: Sdk, session: Session, model: object): object => ({
  model: sdk.wrapLanguageModel({ model, middleware: createContextMiddleware({ session }) }),
});
const asHooks = (_: Sdk, session: Session, model: object): object => ({
  model,
  ...createAgentHooks({ session, instructions: 'Be brief.' }),
});

describe.each(versions)('a call that $name does not bring to its end', ({ sdk, Model }) => {
  /** Streams the parts; where it stalls, the user stops it. */
  async function answer(parts: object[], how: typeof asHooks, isStalling: boolean) {
    const session = await open();
    const controller = new AbortController();
    const model = new Model({
      doStream: async () => ({
        stream: new ReadableStream<never>(
          {
            async pull(to) {
              const part = parts.shift();
              if (part !== undefined) return to.enqueue(part as never);
              if (!isStalling) return to.close();
              controller.abort();
              return new Promise(() => {});
            },
          },
          // Nothing is read ahead: what came before the stop was seen.
          { highWaterMark: 0 },
        ),
      }),
    });
    const call = { prompt: 'why?', abortSignal: controller.signal, maxRetries: 0, onError() {} };
    const result = sdk.streamText({ ...call, ...how(sdk, session, model) });
    await Promise.resolve(result.text).catch(() => {});
    await expect.poll(async () => (await logOf(session)).length).toBe(2);
    return { last: (await logOf(session)).at(-1), spend: () => session.state().spend };
  }

  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('and that is stopped is booked where the provider has told its usage: %s', async (_, how) => {
    const { last, spend } = await answer([...text, finish], how, true);
    expect(last?.metadata).toMatchObject({ incomplete: 'stopped' });
    await expect.poll(spend).toMatchObject({ inputTokens: 90, outputTokens: 10 });
  });

  it('and that is stopped before costs nothing that is known', async () => {
    const { last, spend } = await answer([...text], asMiddleware, true);
    expect(last?.metadata).toMatchObject({ incomplete: 'stopped' });
    expect(spend()?.inputTokens ?? 0).toBe(0);
  });

  it('and that fails is booked where the provider has told its usage', async () => {
    const { last, spend } = await answer([...text, error, finish], asMiddleware, false);
    expect(last?.metadata).toMatchObject({ incomplete: 'failed' });
    await expect.poll(spend).toMatchObject({ inputTokens: 90, outputTokens: 10 });
  });
});
