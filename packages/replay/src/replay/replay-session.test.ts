import { ConfigError, type EntryInput } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { sampled } from '@everlong/testing';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { beforeAll, describe, expect, it } from 'vitest';

import type { FileResult } from '../report/replay-result.js';
import { replaySession } from './replay-session.js';
import { summarizeResults } from '../report/summarize-results.js';

/** A conversation that reads files, longer than a small window, and comes back to what it read. */
function workSession(rounds: number): EntryInput[] {
  const entries: EntryInput[] = [
    { message: { role: 'system', content: 'You work on a parser.' } },
    { message: { role: 'user', content: 'Find the bug. You must not touch tests/golden.json.' } },
  ];
  for (let round = 0; round < rounds; round++) {
    const path = `src/part-${round}/reader_${round}.ts`;
    const toolCallId = `call_${round}`;
    const value = Array.from(
      { length: 30 },
      (_, line) => `${line}: const token_${round}_${line} = 0;`,
    );
    entries.push(
      {
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: `Reading the part ${path} next.` },
            { type: 'tool-call', toolCallId, toolName: 'read_file', input: { path } },
          ],
        },
        createdAt: new Date(Date.UTC(2026, 0, 1, 12, round)).toISOString(),
      },
      {
        message: {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId,
              toolName: 'read_file',
              output: { type: 'text', value: value.join('\n') },
            },
          ],
        },
      },
    );
  }
  entries.push({
    message: {
      role: 'assistant',
      content: 'The bug is in the part src/part-0/reader_0.ts at token_0_7.',
    },
  });
  return entries;
}

/** Requests with their answers, each after a read: much that a snapshot can tell. */
function requestsWithWork(count: number): EntryInput[] {
  const read = workSession(count).slice(2, -1);
  return Array.from({ length: count }, (_, part): EntryInput[] => [
    {
      message: {
        role: 'user',
        content: `Part ${part} must refuse token_${part}_${part % 30} and tell its caller how long it waited.`,
      },
    },
    ...read.slice(2 * part, 2 * part + 2),
    { message: { role: 'assistant', content: `Part ${part} refuses it and tells.` } },
  ]).flat();
}

function withoutTimes(result: FileResult): unknown {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) => (key === 'prepareMs' ? 0 : value)),
  );
}

const policies = ['full', 'newest', 'everlong', 'supyagent'];
const entries = workSession(20);
const options = { entries, policies, window: 4000, file: 'a' };

describe('everlong without the text of its snapshots', () => {
  it('gives its room to messages', async () => {
    const names = ['everlong', 'everlong (no snapshot)'];
    const long = { entries: requestsWithWork(60), policies: names, window: 16_000, reserve: 1024 };
    const [usual, without] = (await replaySession({ ...long, checkValidity: false })).results;
    expect(without?.snapshotTokens).toBeLessThan(200);
    expect(usual?.snapshotTokens).toBeGreaterThan(1000);
    expect(without?.snapshotLines.total).toBeLessThan(usual!.snapshotLines.total);
    expect(without).toMatchObject({ refused: 0, overBudget: 0 });
    // The requests are about as long.
    expect(without!.inputTokens / usual!.inputTokens).toBeGreaterThan(0.8);
  });
});

describe('replaySession', () => {
  /** What several tests look at. */
  let whole: FileResult;
  beforeAll(async () => {
    whole = await replaySession(options);
  });

  it('asks every policy for the same requests and keeps the laws', () => {
    const { results, ...file } = whole;
    expect(file).toEqual({ file: 'a', format: 'entries', messages: entries.length, calls: 21 });
    expect(results.map(({ policy }) => policy)).toEqual(policies);
    for (const result of results) {
      expect(result).toMatchObject({
        window: 4000,
        reserve: 1000,
        requests: 21,
        refused: 0,
        invalid: 0,
      });
      expect(result.cachedTokens).toBeLessThanOrEqual(result.inputTokens);
      expect(result.costWithMisses).toBeGreaterThanOrEqual(result.costUsd);
      expect(result.neededValues.needed).toBe(results[0]?.neededValues.needed);
      if (result.policy !== 'full') expect(result.problems).toEqual([]);
    }
    const [full, newest] = results;
    expect(full?.overBudget).toBeGreaterThan(0);
    expect(full?.neededValues.recall).toBe(1);
    expect(full?.stableRequests).toBe(20);
    expect(newest?.neededValues.atRisk).toMatchObject({ present: 0, recall: 0 });
    expect(newest?.neededValues.atRisk.needed).toBeGreaterThan(0);
  });

  it('has the documented shape', () => {
    const [, , result] = whole.results;
    expect(Object.keys(result!)).toEqual([
      'policy',
      'window',
      'reserve',
      'model',
      'requests',
      'refused',
      'overBudget',
      'invalid',
      'inputTokens',
      'cachedTokens',
      'cacheWriteTokens',
      'cacheHitRatio',
      'cacheHitRatioWithoutExpiry',
      'costUsd',
      'compactions',
      'summaryCalls',
      'stableRequests',
      'neededValues',
      'neededValuesAfter',
      'neededLines',
      'editsApply',
      'codeLength',
      'constraintsInForce',
      'reacquireTokens',
      'costWithMisses',
      'ledgerPrecision',
      'ledgerRendered',
      'snapshots',
      'snapshotLines',
      'snapshotRequests',
      'snapshotTokens',
      'recoverable',
      'constraints',
      'prepareMs',
      'problems',
    ]);
    expect(Object.keys(result!.neededValues)).toEqual([
      'needed',
      'present',
      'recall',
      'requests',
      'meanRecall',
      'atRisk',
      'derivable',
    ]);
    expect(result!.recoverable).toBe(1);
  });

  it('measures risk by `newest` even where that is not asked for', async () => {
    const alone = await replaySession({ ...options, policies: ['everlong'] });
    expect(alone.results[0]?.neededValues).toEqual(whole.results[2]?.neededValues);
  });

  it('walks a closed loop where it is asked to, and changes nothing else by it', async () => {
    const open = { ...whole, results: whole.results.slice(0, 2) };
    const closed = await replaySession({
      ...options,
      policies: ['full', 'newest'],
      closedLoop: true,
    });
    const [full, newest] = closed.results.map(({ closedLoop }) => closedLoop);
    expect(full).toMatchObject({ calls: 21, extraCalls: 0, readAgain: 0, unmet: 0 });
    expect(full?.costToFinish).toBeCloseTo(open.results[0]?.costUsd ?? 0, 12);
    // The last message needs what only the first read showed.
    expect(newest?.readAgain).toBeGreaterThan(0);
    expect(newest?.calls).toBe(21 + (newest?.extraCalls ?? 0));
    expect(newest?.costToFinish).toBeGreaterThan(open.results[1]?.costUsd ?? 0);
    const results = closed.results.map(({ closedLoop: _loop, ...rest }) => rest);
    expect(withoutTimes({ ...closed, results })).toEqual(withoutTimes(open));
    const total = summarizeResults([closed, closed])[1]?.closedLoop;
    expect(total?.readAgain).toBe(2 * (newest?.readAgain ?? 0));
    expect(total?.readAgainPer100).toBeCloseTo(newest?.readAgainPer100 ?? 0, 12);
  });

  it('takes numbers that replace those of the policies, and asks no provider where told so', async () => {
    const [, , usual] = whole.results;
    const alone = { ...options, policies: ['everlong'], checkValidity: false };
    const [unchecked] = (await replaySession(alone)).results;
    expect(unchecked?.costUsd).toBe(usual?.costUsd);
    const budget = { carryFactor: 0, hardThreshold: 0.5 };
    const [eager] = (await replaySession({ ...alone, budget })).results;
    expect(eager?.compactions).toBeGreaterThan(usual?.compactions ?? 0);
  });

  it('gives the same result each time', async () => {
    expect(withoutTimes(await replaySession(options))).toEqual(withoutTimes(whole));
  });

  it('lets cached prefixes expire by the recorded times, unless told otherwise', async () => {
    const slow = entries.map((entry, seq) => ({
      ...entry,
      createdAt: new Date(Date.UTC(2026, 0, 1, seq)).toISOString(),
    }));
    const paused = { entries: slow, policies: ['full'], window: 4000 };
    const cold = await replaySession(paused);
    const warm = await replaySession({ ...paused, idleExpiry: false });
    expect(cold.results[0]?.cachedTokens).toBe(0);
    expect(warm.results[0]?.cacheHitRatio).toBeGreaterThan(0.5);
  });

  it('gives a range of costs where the provider promises no cache', async () => {
    const gemini = { ...options, policies: ['full'], model: 'gemini-2.5-flash' };
    const [result] = (await replaySession(gemini)).results;
    expect(result?.costRangeUsd?.min).toBe(result?.costUsd);
    expect(result?.costRangeUsd?.max).toBeGreaterThan(result?.costUsd ?? 0);
  });

  it('counts the instructions and tools of the caller', async () => {
    const [without] = whole.results;
    const instructions = 'Be brief. '.repeat(50);
    const [with_] = (await replaySession({ ...options, policies: ['full'], instructions })).results;
    expect(with_?.inputTokens).toBeGreaterThan((without?.inputTokens ?? 0) + 21 * 100);
  });

  it('knows the places of the dial of everlong by name', async () => {
    const places = ['everlong (little)', 'everlong', 'everlong (balanced)', 'everlong (much)'];
    const long = { entries: workSession(30), policies: places, window: 8000 };
    const { results } = await replaySession(long);
    expect(results.map(({ policy }) => policy)).toEqual(places);
    const [little, usual, balanced, much] = results.map(({ inputTokens }) => inputTokens);
    expect(balanced).toBe(usual);
    expect(little).toBeLessThan(much ?? 0);
  });

  it('refuses settings that cannot be used', async () => {
    const wrong = (more: object) =>
      replaySession({ entries, policies: ['newest'], window: 4000, ...more });
    await expect(wrong({ policies: ['newest', 'nonsense'] })).rejects.toThrow(ConfigError);
    await expect(wrong({ model: 'no-such-model' })).rejects.toThrow(ConfigError);
    await expect(wrong({ window: 0 })).rejects.toThrow(ConfigError);
    await expect(wrong({ reserve: 4000 })).rejects.toThrow(ConfigError);
  });

  it('has nothing to say about an empty session', async () => {
    const result = await replaySession({ entries: [], policies: ['newest'], window: 4000 });
    expect(result).toMatchObject({ messages: 0, calls: 0, results: [{ requests: 0, costUsd: 0 }] });
    expect(result.results[0]).toMatchObject({ cacheHitRatio: null, recoverable: null });
    expect(result.results[0]?.neededValues.recall).toBeNull();
  });
});

/** Tool calls in parallel, a conversation with a user, and a session without calls. */
const files = [
  'normalized/kimi/kimi-doc-link-audit.jsonl.gz',
  'normalized/tau-bench/tau-airline-003.jsonl.gz',
  'normalized/swe-agent/sweagent-92f969-monstrations-ctf-web-i-got-id-demo.jsonl.gz',
];

describe.skipIf(!hasCorpus)(`recorded sessions (skipped without ${corpus})`, () => {
  it.each(sampled(files, 1))('%s: every request fits and is valid', async (name) => {
    const transcript = await readTranscript(`${corpus}/${name}`);
    const result = await replaySession({ transcript, policies, window: 4000 });
    for (const { policy, ...counts } of summarizeResults([result])) {
      expect({ policy, refused: counts.refused, invalid: counts.invalid }).toEqual({
        policy,
        refused: 0,
        invalid: 0,
      });
      expect(counts.requests).toBe(result.results[0]?.requests);
      expect(policy === 'full' ? 0 : counts.overBudget).toBe(0);
    }
  });
});

it.each<[unknown, RegExp]>([
  [undefined, /replaySession takes an object of options/],
  [{ polices: ['newest'], window: 8000 }, /no option "polices".*"policies"/],
  [{ policies: 'newest', window: 8000 }, /policies of replaySession must be a list, not "newest"/],
  [{ policies: [], window: 8000, entries: {} }, /entries of replaySession must be a list/],
])('refuses %j', async (given, message) => {
  const replay = replaySession(given as never);
  await expect(replay).rejects.toSatisfy(ConfigError.isInstance);
  await expect(replay).rejects.toThrow(message);
});
