import { basename } from 'node:path';

import type { EntryInput } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { corpusFiles, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, it } from 'vitest';

import { type RecordedCache, simulateRecordedCache } from './recorded-cache.js';

const MINUTE_MS = 60_000;

/** A call whose prompt has the tokens, some of them read from the cache, that many minutes in. */
interface Call {
  minute: number;
  prompt: number;
  read?: number;
  model?: string;
}

function session(calls: readonly Call[]): EntryInput[] {
  const at = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();
  return calls.flatMap(({ minute, prompt, read = 0, model = 'claude-sonnet-4-5' }, index) => [
    { createdAt: at(minute), message: { role: 'user', content: `question ${index}` } },
    {
      createdAt: at(minute),
      message: { role: 'assistant', content: `answer ${index}` },
      model,
      usage: { inputTokens: prompt, outputTokens: 1, cacheReadTokens: read },
    },
  ]);
}

const simulate = (...calls: Call[]): Promise<RecordedCache> =>
  simulateRecordedCache(session(calls));

describe('simulateRecordedCache', () => {
  it('reads what the prompt before held, while it is kept', async () => {
    const result = await simulate(
      { minute: 0, prompt: 10_000 },
      { minute: 4, prompt: 11_000 },
      { minute: 10, prompt: 12_000 },
    );
    expect(result).toMatchObject({ calls: 3, promptTokens: 33_000, lifetime: 'default' });
    expect(result.simulatedTokens).toBeCloseTo(10_000);
  });

  it('takes the hour where most pauses of some minutes were outlived', async () => {
    const calls = [0, 20, 40].map((minute, index) => ({
      minute,
      prompt: 10_000 + 1000 * index,
      read: index === 0 ? 0 : 9000 + 1000 * index,
    }));
    const result = await simulate(...calls);
    expect(result.lifetime).toBe('1h');
    expect(result.simulatedTokens).toBeCloseTo(21_000);
  });

  it('counts on the head that the first call found already', async () => {
    const result = await simulate(
      { minute: 0, prompt: 10_000, read: 6000 },
      { minute: 90, prompt: 11_000, read: 6000 },
    );
    expect(result.simulatedTokens).toBeCloseTo(12_000);
  });

  it('keeps a cache for each model', async () => {
    const model = 'claude-haiku-4-5';
    const result = await simulate({ minute: 0, prompt: 9000 }, { minute: 1, prompt: 9500, model });
    expect(result.simulatedTokens).toBe(0);
  });

  it('sees from a call that found nothing at all that its head was new', async () => {
    const result = await simulate(
      { minute: 0, prompt: 10_000 },
      { minute: 1, prompt: 11_000 },
      { minute: 2, prompt: 12_000, read: 11_000 },
    );
    expect(result).toMatchObject({ renewals: 1, recordedTokens: 11_000 });
    expect(result.simulatedTokens).toBeCloseTo(21_000);
    expect(result.renewedTokens).toBeCloseTo(11_000);
  });

  it('says which models it knows no rules for', async () => {
    const result = await simulate({ minute: 0, prompt: 9000, model: 'nobody/knows' });
    expect(result).toMatchObject({ calls: 0, unknownModels: ['nobody/knows'] });
  });
});

const simulations = new Map<string, Promise<RecordedCache>>();

/** Each file is simulated once for all tests. */
function simulated(file: string): Promise<RecordedCache> {
  const simulation =
    simulations.get(file) ??
    readTranscript(file).then(({ entries }) => simulateRecordedCache(entries));
  simulations.set(file, simulation);
  return simulation;
}

/** Shares of all prompt tokens of the sessions. */
async function sharesOf(pattern: string, except = /^$/) {
  const sums = { prompt: 0, recorded: 0, simulated: 0, renewed: 0 };
  const files = corpusFiles(pattern).filter((file) => !except.test(basename(file)));
  for (const file of files) {
    const result = await simulated(file);
    sums.prompt += result.promptTokens;
    sums.recorded += result.recordedTokens;
    sums.simulated += result.simulatedTokens;
    sums.renewed += result.renewedTokens;
  }
  const share = (tokens: number): number => tokens / sums.prompt;
  return {
    files: files.length,
    recorded: share(sums.recorded),
    asLogged: share(sums.simulated),
    renewed: share(sums.renewed),
  };
}

/** pi writes the time of its start into the system prompt, so each start is a new head. */
const RESTARTED = /^pi-large-session/;

describe.skipIf(!hasCorpus)(
  `recorded sessions${hasCorpus ? '' : ' (not found: EVERLONG_CORPUS)'}`,
  () => {
    it.each(['claude-code/*', 'codex/*', 'pi/*'])(
      '%s: within 3 points as logged',
      async (pattern) => {
        const { files, recorded, asLogged } = await sharesOf(pattern, RESTARTED);
        expect(files).toBeGreaterThan(0);
        expect(Math.abs(asLogged - recorded)).toBeLessThan(0.03);
      },
    );

    it.each(['claude-code/*', 'codex/*', 'pi/*'])(
      '%s: within 3 points with new heads',
      async (pattern) => {
        const { recorded, renewed } = await sharesOf(pattern);
        expect(Math.abs(renewed - recorded)).toBeLessThan(0.03);
      },
    );
  },
);
