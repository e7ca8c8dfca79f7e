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

  // promise: any-7
  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('and that is stopped is booked where the provider has told its usage: %s', async (_, how) => {
    const { last, spend } = await answer([...text, finish], how, true);
    expect(last?.metadata).toMatchObject({ incomplete: 'stopped' });
    await expect.poll(spend).toMatchObject({ inputTokens: 90, outputTokens: 10 });
  });

  // promise: any-7
  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('and that is stopped before is counted as unreported: %s', async (_, how) => {
    const { last, spend } = await answer([...text], how, true);
    expect(last?.metadata).toMatchObject({ incomplete: 'stopped' });
    await expect.poll(spend).toEqual({ inputTokens: 0, outputTokens: 0, unreportedCalls: 1 });
  });

  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('and that fails before is counted as unreported: %s', async (_, how) => {
    const { last, spend } = await answer([...text, error], how, false);
    expect(last?.metadata).toMatchObject({ incomplete: 'failed' });
    await expect.poll(spend).toEqual({ inputTokens: 0, outputTokens: 0, unreportedCalls: 1 });
  });

  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('and that is stopped before a word of it came is counted: %s', async (_, how) => {
    const session = await open();
    const controller = new AbortController();
    const model = new Model({
      doStream: async ({ abortSignal }) => {
        controller.abort();
        throw abortSignal?.reason;
      },
    });
    const call = { prompt: 'why?', abortSignal: controller.signal, maxRetries: 0, onError() {} };
    const result = sdk.streamText({ ...call, ...how(sdk, session, model) });
    await Promise.resolve(result.text).catch(() => {});
    const spend = () => session.state().spend;
    await expect.poll(spend).toEqual({ inputTokens: 0, outputTokens: 0, unreportedCalls: 1 });
  });

  it.each([
    ['a wrapped model', asMiddleware],
    ['hooks', asHooks],
  ])('a whole answer without usage is counted as unreported: %s', async (_, how) => {
    const nothing = {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    };
    const end = { type: 'text-end', id: '1' };
    const { last, spend } = await answer([...text, end, { ...finish, usage: nothing }], how, false);
    expect(last?.usage).toBeUndefined();
    await expect.poll(spend).toEqual({ inputTokens: 0, outputTokens: 0, unreportedCalls: 1 });
  });

  it('and that fails is booked where the provider has told its usage', async () => {
    const { last, spend } = await answer([...text, error, finish], asMiddleware, false);
    expect(last?.metadata).toMatchObject({ incomplete: 'failed' });
    await expect.poll(spend).toMatchObject({ inputTokens: 90, outputTokens: 10 });
  });
});
