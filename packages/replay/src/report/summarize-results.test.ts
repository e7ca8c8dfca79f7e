import { describe, expect, it } from 'vitest';

import { formatReplayTable } from './format-replay-table.js';
import { createPolicyTally, toPolicyResult } from './policy-tally.js';
import type { FileResult } from './replay-result.js';
import { summarizeResults } from './summarize-results.js';

const heading = { policy: 'everlong', window: 16_000, reserve: 4000, model: 'claude-sonnet-4-5' };

function file(name: string, scale: number): FileResult {
  const tally = {
    ...createPolicyTally(),
    requests: 10 * scale,
    inputTokens: 1000 * scale,
    cachedTokens: 600,
    costUsd: 0.5 * scale,
    needs: {
      needed: 8,
      present: 8 - scale,
      atRisk: {
        needed: 5,
        present: 3,
        uncued: 1,
        withCue: scale,
        requests: scale,
        recallSum: (scale * scale) / 4,
      },
      requests: scale,
      recallSum: (scale * scale) / 8,
      derivable: { ...createPolicyTally().needs.derivable, needed: 2 * scale, present: 2 * scale },
    },
    recovered: 1,
    ledger: { rendered: 7, used: scale },
    snapshots: { made: 2, maxTokens: 10 * scale, values: 9, invented: [`port_${scale}`] },
    snapshotLines: { total: 10, used: scale, lists: 2 },
    snapshotRequests: scale,
    snapshotTokens: 400,
    constraints: { total: 4, present: 3 },
    prepareMs: [scale, 10 * scale],
    problems: [`before entry ${scale}: refused`],
  };
  const results = [toPolicyResult(heading, tally, false)];
  return { file: name, format: 'normalized', messages: 20, calls: 10 * scale, results };
}

describe('summarizeResults', () => {
  it('sums counts and takes shares of the sums', () => {
    const [total] = summarizeResults([file('a', 1), file('b', 3)]);
    expect(total).toMatchObject({
      ...heading,
      requests: 40,
      inputTokens: 4000,
      cacheHitRatio: 0.3,
      costUsd: 2,
      neededValues: {
        needed: 16,
        present: 12,
        recall: 0.75,
        requests: 4,
        // An eighth of one request, three eighths of each of three.
        meanRecall: 0.3125,
        atRisk: {
          needed: 10,
          present: 6,
          recall: 0.6,
          uncued: 2,
          contextRecall: 0.5,
          requests: 4,
          meanRecall: 0.625,
        },
        derivable: { needed: 8, present: 8, recall: 1 },
      },
      recoverable: 0.5,
      ledgerPrecision: 4 / 14,
      ledgerRendered: 14,
      snapshots: { made: 4, maxTokens: 30, values: 18, invented: ['port_1', 'port_3'] },
      snapshotLines: { total: 20, used: 4, lists: 4 },
      // 400 tokens in one request, 400 in three.
      snapshotTokens: 200,
      constraints: { total: 8, present: 6 },
      problems: ['a before entry 1: refused', 'b before entry 3: refused'],
    });
    // 30 of 40 requests are in the second file.
    expect(total?.prepareMs).toEqual({ p50: 3, p99: 30, max: 30 });
  });

  it('says null, not 0, about shares of nothing', () => {
    const nothing = toPolicyResult(heading, createPolicyTally(), false);
    const [total] = summarizeResults([{ ...file('a', 1), results: [nothing] }]);
    expect(total).toEqual(nothing);
    expect(total?.ledgerPrecision).toBeNull();
  });

  it('keeps policies apart, in the order of the first file', () => {
    const one = file('a', 1);
    const results = [
      ...one.results,
      ...one.results.map((result) => ({ ...result, policy: 'newest' })),
    ];
    expect(summarizeResults([{ ...one, results }]).map(({ policy }) => policy)).toEqual([
      'everlong',
      'newest',
    ]);
    expect(summarizeResults([])).toEqual([]);
  });
});

describe('formatReplayTable', () => {
  it('puts policies side by side under what was replayed', () => {
    const files = [file('a', 1), file('b', 3)];
    const table = formatReplayTable({ files, total: summarizeResults(files) });
    expect(table).toMatch(/^2 sessions, 40 messages, 40 calls\nwindow 16,000, reserve 4,000; /);
    expect(table).toMatch(/^requests +40$/m);
    expect(table).toMatch(/^cost +\$2\.00$/m);
    expect(table).toMatch(/^constraints +75\.0 %$/m);
    expect(table).toContain('everlong: a before entry 1: refused');
    expect(table).not.toContain('at worst');
  });

  it('fits 80 columns however many policies there are, and shows each once', () => {
    const names = ['full', 'newest', 'missy', 'cowagent', 'supyagent', 'supyagent-sdk', 'everlong'];
    const [total] = summarizeResults([file('a', 1)]);
    const loop = { costToFinish: 3, calls: 12, extraCalls: 2, readAgain: 3, unmet: 1, neverHad: 0 };
    const results = names.map((policy) => ({
      ...total!,
      policy,
      problems: [],
      closedLoop: { ...loop, readAgainPer100: 30 },
    }));
    const table = formatReplayTable({ files: [file('a', 1)], total: results });
    expect(table.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const name of names) {
      expect(table.match(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'))).toHaveLength(1);
    }
    expect(table.match(/30\.0/g)).toHaveLength(names.length);
  });

  it('breaks what went wrong at words, and a path that is too long', () => {
    const [total] = summarizeResults([file('a', 1)]);
    const problems = [`/${'x'.repeat(100)} before entry 24: over budget: 7555 tokens of 6976`];
    const table = formatReplayTable({ files: [file('a', 1)], total: [{ ...total!, problems }] });
    const lines = table.trimEnd().split('\n').slice(-3);
    expect(lines).toEqual([
      'everlong:',
      `  /${'x'.repeat(77)}`,
      `  ${'x'.repeat(23)} before entry 24: over budget: 7555 tokens of 6976`,
    ]);
  });

  it('says so when there is nothing', () => {
    expect(formatReplayTable({ files: [], total: [] })).toBe('Nothing was replayed.\n');
  });
});
