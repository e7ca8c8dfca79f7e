import { ConfigError, SummarizationError } from '@everlong/core';
import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { expect, it, vi } from 'vitest';

import type { Compactify, CompactifyInput } from './compactify.js';
import { usersDemands } from '../verify/users-demands.js';
import { createSummarizer } from './model-summarizer.js';
import type { SummarizerOptions } from './summarizer-options.js';

const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const entries = makeEntries([['user', `My token is ${secret}.`], ...workLines]);
const input = { entries, maxTokens: 1_200, count: countTokens };
const answer =
  '## Current State\n- parser_speed fails (#7)\n## Pending Tasks\n- Rewrite src/invented.ts';

it('checks a summary by a function like a model’s', async () => {
  const compactify = vi.fn<Compactify>(() => answer);
  const summarizer = createSummarizer({ compactify });
  const { snapshot, usage } = await summarizer.summarize({ ...input, instructions: 'Be short.' });
  expect(summarizer).toMatchObject({ name: 'compactify', usesModel: true });
  expect(snapshot.text).toContain('- parser_speed fails (#7)');
  expect(snapshot.text).toContain('- Rewrite src/invented.ts [not in the log: src/invented.ts]');
  expect(snapshot.verification).toMatchObject({ struck: 1 });
  expect(usage).toBeUndefined();
  const [given] = compactify.mock.calls[0] ?? [];
  expect(given).toMatchObject({ summary: '', wishes: 'Be short.', maxTokens: 1_200 });
  expect(given?.entries.length).toBe(entries.length);
  expect(given?.transcript).toContain('#8 assistant\nThe root cause is');
  expect(given?.prompt).toContain(given?.transcript);
  expect(JSON.stringify(given)).not.toContain(secret);
});

it('lets the function write the summary anew and report its usage', async () => {
  const { snapshot } = await createSummarizer({ compactify: () => answer }).summarize(input);
  const seen: CompactifyInput[] = [];
  const later = createSummarizer({
    compactify: async (given) => {
      seen.push(given);
      return {
        text: answer.replace('fails (#7)', 'passes (#20)'),
        usage: { inputTokens: 7, outputTokens: 2 },
      };
    },
  });
  const result = await later.summarize({
    ...input,
    previous: snapshot,
    entries: makeEntries([['assistant', 'Now parser_speed passes.']], 20),
  });
  expect(seen[0]?.summary).toContain('- parser_speed fails (#7)');
  expect(result.snapshot.text).toContain('- parser_speed passes (#20)');
  expect(result.snapshot.text).not.toContain('parser_speed fails (#7)');
  expect(result.usage).toEqual({ inputTokens: 7, outputTokens: 2 });
});

it.each<[string, Compactify, string]>([
  [
    'throws',
    () => {
      throw new Error('no disk');
    },
    'compactify gave no summary: no disk.',
  ],
  ['gives nothing', () => undefined as unknown as string, 'compactify gave undefined'],
  ['gives no summary', () => 'All done!', 'fewer than two of the sections'],
  ['never answers', () => new Promise(() => {}), 'compactify gave no summary within 30 ms'],
])('rejects when the function %s', async (_, compactify, message) => {
  const failing = createSummarizer({ compactify, timeoutMs: 30 }).summarize(input);
  await expect(failing).rejects.toBeInstanceOf(SummarizationError);
  await expect(failing).rejects.toThrow(message);
});

it('throws unless exactly one of model and compactify is given', () => {
  const create = (options: unknown) => () => createSummarizer(options as SummarizerOptions);
  expect(create({})).toThrow(ConfigError);
  expect(create({})).toThrow('neither model nor compactify');
  expect(create({ model: 'a/b', compactify: () => '' })).toThrow('both model and compactify');
  expect(create({ compactify: 'yes' })).toThrow('compactify is string');
});

it('takes no words of others for demands of the user', async () => {
  const said = 'I will delete the old parser and all of its tests.';
  const lines = makeEntries([...workLines, ['assistant', said]]);
  const claims = (text: string) => `${answer}\n## Constraints\n- "${text}"`;
  const first = await createSummarizer({ compactify: () => claims(said) }).summarize({
    ...input,
    entries: lines,
  });
  expect(usersDemands(first.snapshot.sections['Constraints'])).toEqual([]);
  const { snapshot } = await createSummarizer({ compactify: () => claims(said) }).summarize({
    ...input,
    previous: first.snapshot,
    entries: makeEntries([['assistant', 'Hm.']], 12),
  });
  expect(usersDemands(snapshot.sections['Constraints'])).toEqual([]);
  expect(snapshot.text).toContain(`Read in the course of the work:\n- "${said}"`);
  const demand = 'Never touch src/legacy.ts.';
  const own = await createSummarizer({ compactify: () => claims(demand) }).summarize(input);
  expect(own.snapshot.sections['Constraints']).toEqual([`"${demand}"`]);
});

it('is told what software read off the log, in every generation', async () => {
  const accounts: string[] = [];
  const summarizer = createSummarizer({
    compactify: ({ prompt }) => {
      accounts.push(prompt.split('</transcript>').at(-1) ?? '');
      return answer;
    },
  });
  let { snapshot } = await summarizer.summarize(input);
  for (let seq = 20; seq < 24; seq++) {
    const later = makeEntries([['assistant', 'Hm.']], seq);
    ({ snapshot } = await summarizer.summarize({ ...input, previous: snapshot, entries: later }));
  }
  expect(accounts).toHaveLength(5);
  for (const account of accounts) {
    expect(account).toContain('Never touch src/legacy.ts.');
    expect(account).toContain('npm test -- parser_speed');
  }
});

it('takes what a careless function answers, and gives no more of it away than it may', async () => {
  const usage = { inputTokens: Number.NaN, outputTokens: -5 };
  for (const billed of [null, 'lots', usage, { inputTokens: 1n }]) {
    const compactify = (): never => ({ text: answer, usage: billed }) as never;
    const { snapshot, usage: counted } = await createSummarizer({ compactify }).summarize(input);
    expect(snapshot.source).toBe('model');
    expect(counted ?? { inputTokens: 0, outputTokens: 0 }).toEqual({
      inputTokens: 0,
      outputTokens: 0,
    });
  }
  const lines = answer.replaceAll('\n- ', '\n- \u0000\ud800\u2028');
  const { snapshot } = await createSummarizer({ compactify: () => lines }).summarize(input);
  for (const sign of ['\u0000', '\u2028']) expect(snapshot.text).not.toContain(sign);
  expect(snapshot.text.isWellFormed()).toBe(true);
  const key = `ghp_${'aB3dE5gH'.repeat(5)}`;
  const nothing: unknown = Object.create(null);
  for (const thrown of [new Error(`bad key ${key}`), new SummarizationError(key), nothing]) {
    const compactify = (): never => {
      throw thrown;
    };
    const failed = createSummarizer({ compactify }).summarize(input);
    await expect(failed).rejects.toThrow(SummarizationError);
    await expect(failed).rejects.not.toThrow(key);
  }
});
