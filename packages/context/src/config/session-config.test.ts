import { ConfigError, createMemoryStore, type ModelMessage } from '@everlong/core';
import { propertyRuns, quarters as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { createPolicy, policyNames } from '../presets/create-policy.js';
import { resolveConfig } from './session-config.js';

/** A token is four characters. */
const store = createMemoryStore();

describe('resolveConfig', () => {
  it('knows the windows of models and caps them', async () => {
    const windowOf = async (options: {
      model?: string;
      contextWindow?: number;
      modelWindow?: number;
    }) => (await resolveConfig({ store, tokenizer, policy: 'newest', ...options })).window;
    expect(await windowOf({})).toBe(128_000);
    expect(await windowOf({ model: 'claude-sonnet-4-5' })).toBe(200_000);
    expect(await windowOf({ model: 'claude-sonnet-4-5', contextWindow: 16_000 })).toBe(16_000);
    expect(await windowOf({ model: 'claude-sonnet-4-5', contextWindow: 900_000 })).toBe(200_000);
    expect(await windowOf({ model: 'nobody/knows', contextWindow: 900_000 })).toBe(900_000);
    expect(await windowOf({ model: 'gpt-4', modelWindow: 100_000 })).toBe(100_000);
    const smaller = { model: 'gpt-4', modelWindow: 100_000, contextWindow: 9000 };
    expect(await windowOf(smaller)).toBe(9000);
    expect(await windowOf({ ...smaller, contextWindow: 900_000 })).toBe(100_000);
  });

  it.each([
    [
      { model: 'gpt-4.1', contextWindow: 1_000_000 },
      200_000,
      'maxUsefulTokens of the policy everlong',
    ],
    [{ model: 'gpt-4', contextWindow: 100_000 }, 8192, 'the window of gpt-4'],
  ])('says in the plan why it does not give the window of %o', async (options, given, reason) => {
    const session = await openSession({ store, tokenizer, ...options });
    await session.append({ role: 'user', content: 'hi' });
    const wanted = options.contextWindow;
    expect((await session.prepare()).plan.clamps).toContainEqual({
      name: 'contextWindow',
      wanted,
      given,
      reason: expect.stringContaining(reason) as string,
    });
    const raised = { ...options, modelWindow: wanted, budget: { maxUsefulTokens: wanted } };
    const other = await openSession({ store, tokenizer, ...raised });
    await other.append({ role: 'user', content: 'hi' });
    expect((await other.prepare()).plan.clamps).toEqual([]);
    expect(other.state().window).toBe(wanted);
  });

  // promise: any-4
  it('says where it guesses the window of a model that nobody knows', async () => {
    const warningOf = async (options: { model?: string; contextWindow?: number }) =>
      (await openSession({ store, tokenizer, ...options })).state().windowWarning;
    expect(await warningOf({ model: 'claude-sonet-4-5' })).toBe(
      'The model "claude-sonet-4-5" is not known: a context window of 128000 tokens is assumed. ' +
        'Did you mean "claude-sonnet-4-5"? Pass contextWindow to say how large it is.',
    );
    expect(await warningOf({ model: 'claude-sonet-4-5', contextWindow: 8000 })).toBeUndefined();
    expect(await warningOf({ model: 'claude-sonnet-4-5' })).toBeUndefined();
    expect(await warningOf({})).toBeUndefined();
  });

  it('takes an absent number for one that was not given', async () => {
    const budget = { responseReserve: undefined, minRecentMessages: undefined } as object;
    const { settings, allocate } = await resolveConfig({ store, tokenizer, budget });
    expect(settings.responseReserve).toBe(4096);
    expect(settings.minRecentMessages).toBeGreaterThan(0);
    expect(allocate(undefined).inputBudget).toBe(128_000 - 4096);
  });

  // promise: any-4
  it.each([
    [{ contextWindow: 0 }, 'contextWindow'],
    [{ contextWindow: 99 }, 'contextWindow'],
    [{ contextWindow: Number.NaN }, 'contextWindow'],
    [{ contextWindow: '16000' }, 'contextWindow'],
    [{ budget: { responseReserve: -1 } }, 'responseReserve'],
    [{ budget: { minRecentMessages: Number.NaN } }, 'minRecentMessages'],
    [{ budget: { hardThreshold: 90 } }, 'hardThreshold'],
    [{ budget: { softThreshold: -0.1 } }, 'softThreshold'],
    [{ budget: { lowWaterMark: Number.NaN } }, 'lowWaterMark'],
    [{ budget: { snapshotShare: 20 } }, 'snapshotShare'],
    [{ budget: { summaryPlacement: 'system' } }, 'summaryPlacement'],
    [{ budget: { keepConstraints: 1 } }, 'keepConstraints'],
    [{ budget: { carryFactr: 1 } }, 'Did you mean "carryFactor"?'],
    [{ budget: 12 }, 'The `budget` of openSession takes an object'],
    [{ contextWidnow: 8000 }, 'Did you mean "contextWindow"?'],
    [{ store: undefined }, 'openSession needs a store, not nothing'],
    [{ store: 'x.db' }, 'openSession needs a store, not "x.db"'],
    [{ store: {} }, 'createSqliteStore({ path'],
    [{ policy: 'evrlong' }, 'Did you mean "everlong"?'],
    [{ policy: '__proto__' }, '__proto__'],
    [{ policy: null }, 'The policy of openSession must be an object with decide'],
    [{ policy: {} }, "createPolicy('everlong'"],
    [{ policy: { ...createPolicy('full'), decide: undefined } }, 'decide'],
    [{ policy: { ...createPolicy('full'), settings: undefined } }, 'needs an object of settings'],
    [{ defaults: { policy: {} } }, 'decide'],
    [{ model: 3 }, 'must be a name, such as "claude-sonnet-5-5", not 3'],
    [{ model: { modelId: 'gpt-4o' } }, 'must be a name'],
    [{ summarizer: {} }, 'summarize, not {}'],
    [{ summarizer: 'gpt-4o' }, 'not "gpt-4o". createSummarizer({ model })'],
    [{ summarizer: { modelId: 'gpt-4o', doGenerate() {} } }, 'createSummarizer({ model })'],
    [{ summarizer: Promise.resolve() }, 'not a promise: await it'],
    [{ tokenizer: {} }, 'The tokenizer of openSession must be an object with count, not {}'],
    [{ tokenizer: { count: async () => 7 } }, 'The count of the tokenizer of openSession'],
    [{ tokenizer: { count: async () => 7 } }, 'at once and not below 0, and gave a promise'],
    [{ tokenizer: { count: () => Number.NaN } }, 'gave NaN'],
    [{ tokenizer: { count: () => -1 } }, 'gave -1'],
    [{ tokenizer: { count: (text: string) => text.split(' ') } }, 'gave ["How"'],
    [{ tokenizer: Promise.resolve(tokenizer) }, 'await createTokenizer({ model })'],
    [{ tokenizer: null }, 'count, not null'],
    [{ hooks: { onCompacton() {} } }, 'Did you mean "onCompaction"?'],
    [{ hooks: { onCompaction: true } }, 'The hook onCompaction must be a function, not true'],
    [{ hooks: 'x' }, 'The `hooks` of openSession takes an object'],
    [{ hooks: null }, 'The `hooks` of openSession takes an object'],
    [
      { budget: { softThreshold: 0.9, hardThreshold: 0.5 } },
      'at most hardThreshold (0.5), not 0.9',
    ],
    [{ keep: 'little', budget: { softThreshold: 0.98 } }, 'at most hardThreshold (0.97), not 0.98'],
    [{ agent: '../etc' }, '../etc'],
    [{ id: 'a/b' }, 'a/b'],
  ])('refuses %o and names it', async (options, named) => {
    const error: unknown = await openSession({ store, tokenizer, ...(options as object) }).catch(
      (reason: unknown) => reason,
    );
    expect(ConfigError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(named);
  });

  // promise: any-4
  it('refuses to open without options, or with something else in their place', async () => {
    for (const options of [undefined, 'x.db', null, []]) {
      await expect(openSession(options as never)).rejects.toThrow(/openSession (needs|takes)/);
    }
  });

  // promise: any-4
  it('refuses options that a call on the session does not have', async () => {
    const session = await openSession({ store, tokenizer });
    await expect(session.prepare({ system: 'Be brief.' } as object)).rejects.toThrow(
      /session\.prepare has no option "system"\. Use "instructions"\./,
    );
    await expect(session.compact({ instruction: '' } as object)).rejects.toThrow(
      /Did you mean "instructions"\?/,
    );
    await expect(session.append([], { format: 'anthropic' } as object)).rejects.toThrow(
      /session\.append has no option "format"\. Use "as"\./,
    );
    await expect(session.search('a', { limt: 1 } as object)).rejects.toThrow(/"limit"/);
    await expect(session.expand([0], { withdrew: true } as object)).rejects.toThrow(/"withdrawn"/);
    expect(() => session.state({ instruction: '' } as object)).toThrow(/"instructions"/);
    expect(() => session.entries({ form: 1 } as object)).toThrow(/"from"/);
    await expect(session.explain({ atSeq: 0, tool: {} } as never)).rejects.toThrow(/"tools"/);
  });

  it('refuses what a call on the session cannot read', async () => {
    const session = await openSession({ store, tokenizer });
    const calls: [Promise<unknown>, string][] = [
      [session.explain(undefined as never), 'session.explain needs atSeq'],
      [session.explain({} as never), 'not undefined'],
      [session.search(4 as never), 'must be a string, not 4'],
      [session.expand('x1' as never), 'takes a list of ids or numbers of entries'],
      [session.expand(undefined as never), 'not undefined'],
      [session.expand([null] as never), 'not [null]'],
    ];
    for (const [call, message] of calls) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(ConfigError.isInstance(error)).toBe(true);
      expect(String(error)).toContain(message);
    }
  });

  it('refuses a `background` that cannot be called', async () => {
    const background = Promise.resolve() as never;
    await expect(openSession({ store, tokenizer, background })).rejects.toThrow(/waitUntil/);
  });

  it('lets every policy work with any numbers that it takes', async () => {
    const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    const budgets = fc.record({
      responseReserve: fc.option(fc.nat(10_000), { nil: undefined }),
      minRecentMessages: fc.option(fc.nat(30), { nil: undefined }),
      maxUsefulTokens: fc.option(fc.integer({ min: 1000, max: 5000 }), { nil: undefined }),
      softThreshold: share,
      hardThreshold: share,
      lowWaterMark: share,
      snapshotShare: share,
      maxMessagesBeforeSummary: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      summaryPlacement: fc.constantFrom('message' as const, 'instructions' as const),
      autoSummarize: fc.boolean(),
    });
    const ordered = budgets.filter(
      ({ softThreshold, hardThreshold = 0.9 }) => (softThreshold ?? 0) <= hardThreshold,
    );
    const policies = fc.constantFrom(...policyNames.filter((name) => name !== 'full'));
    await fc.assert(
      fc.asyncProperty(ordered, policies, async (budget, policy) => {
        const given = budget as object;
        const session = await openSession({
          store: createMemoryStore(),
          tokenizer,
          contextWindow: 4000,
          policy,
          budget: given,
        });
        for (let turn = 0; turn < 25; turn++) {
          const words = 'word '.repeat(40 + 10 * turn);
          const messages: ModelMessage[] = [
            { role: 'user', content: `question ${turn} ${words}` },
            { role: 'assistant', content: `answer ${turn} ${words}` },
          ];
          await session.append(messages[0] ?? []);
          const { state, messages: sent } = await session.prepare();
          expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
          expect(sent).toContainEqual(messages[0]);
          for (const { value, limit, ratio } of state.triggers) {
            expect([value, limit, ratio].some(Number.isNaN)).toBe(false);
          }
          await session.append(messages[1] ?? []);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('takes `keep` for everlong alone', async () => {
    const open = (options: object) => openSession({ store, tokenizer, ...options });
    const { settings } = await resolveConfig({ store, tokenizer, keep: 'little' });
    expect(settings).toMatchObject({ keep: 'little', maxTailTokens: 3000 });
    await expect(open({ keep: 'little', policy: 'missy' })).rejects.toThrow(
      /^keep is an option of the policy "everlong", not "missy"/,
    );
    await expect(open({ keep: 'much', policy: createPolicy('everlong') })).rejects.toThrow(
      /createPolicy\('everlong', \{ keep \}\)/,
    );
    await expect(open({ keep: 'most' })).rejects.toThrow(ConfigError);
  });
});
