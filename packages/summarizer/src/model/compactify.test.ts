import { ConfigError, SummarizationError } from '@everlong/core';
import { countTokens, makeEntries, propertyRuns, workLines } from '@everlong/testing';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';

import type { Compactify, CompactifyInput } from './compactify.js';
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
  expect(snapshot.text).toContain('"Never touch src/legacy.ts." (#1)');
  expect(snapshot.text).not.toContain('invented');
  expect(snapshot.verification).toMatchObject({ struck: 2 });
  expect(usage).toBeUndefined();
  const [given] = compactify.mock.calls[0] ?? [];
  expect(given).toMatchObject({ summary: '', wishes: 'Be short.', maxTokens: 1_200 });
  expect(given?.entries.length).toBe(entries.length);
  expect(given?.transcript).toContain('#8 assistant\nThe root cause is');
  expect(given?.prompt).toContain(given?.transcript);
  expect(JSON.stringify(given)).not.toContain(secret);
});

it('lets the function change the summary and report its usage', async () => {
  const { snapshot } = await createSummarizer({ compactify: () => answer }).summarize(input);
  const seen: CompactifyInput[] = [];
  const later = createSummarizer({
    compactify: async (given) => {
      seen.push(given);
      return {
        text: 'SUPERSEDE S1: parser_speed passes (#20)',
        usage: { inputTokens: 7, outputTokens: 2 },
      };
    },
  });
  const result = await later.summarize({
    ...input,
    previous: snapshot,
    entries: makeEntries([['assistant', 'Now parser_speed passes.']], 20),
  });
  expect(seen[0]?.summary).toContain('[S1] parser_speed fails (#7)');
  expect(seen[0]?.instructions).toContain('SUPERSEDE <id>');
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

it('attributes no quote of others to the user', async () => {
  const said = 'I will delete the old parser and all of its tests.';
  const first = await createSummarizer({
    compactify: () => `## Key Decisions\n- "${said}" (#11)\n## Current State\n- parser_speed fails`,
  }).summarize({ ...input, entries: makeEntries([...workLines, ['assistant', said]]) });
  expect(first.snapshot.text).toContain(said);
  const claims = createSummarizer({
    compactify: () => `ADD Constraints: "${said}"\nADD Current State: The user said "${said}"`,
  });
  const { snapshot } = await claims.summarize({
    ...input,
    previous: first.snapshot,
    entries: makeEntries([['assistant', 'Hm.']], 12),
  });
  expect(snapshot.sections['Constraints']).toEqual(first.snapshot.sections['Constraints']);
  expect(snapshot.text).not.toContain('The user said');
});

it('keeps every line that no answer names', async () => {
  const record = `## Files Modified
- src/parser.ts: split replaced (#3)
## Key Decisions
- A scanner instead of the regular expression (#7)
${answer}`;
  const { snapshot } = await createSummarizer({ compactify: () => record }).summarize(input);
  const next = { ...input, previous: snapshot, entries: makeEntries([['assistant', 'Hm.']], 20) };
  const noise = fc.array(fc.oneof(fc.string(), fc.constantFrom('## Key Decisions', '## State')));
  await fc.assert(
    fc.asyncProperty(noise, async (lines) => {
      const compactify = (): string => `NO CHANGES\n${lines.join('\n')}`;
      const after = await createSummarizer({ compactify }).summarize(next);
      for (const [name, kept] of Object.entries(snapshot.sections)) {
        if (name === 'Requests') continue;
        expect(after.snapshot.sections[name]).toEqual(expect.arrayContaining(kept));
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

it('adds decisions and last words from the entries if an answer says nothing new', async () => {
  const { snapshot } = await createSummarizer({ compactify: () => answer }).summarize(input);
  const said = 'We decided to use a scanner because the expression was slow.';
  const after = await createSummarizer({ compactify: () => 'NO CHANGES' }).summarize({
    ...input,
    previous: snapshot,
    entries: makeEntries([['assistant', said]], 20),
  });
  expect(after.snapshot.sections['Key Decisions']).toContain(`"${said}" (#20)`);
  expect(after.snapshot.text).toContain(`answered in #20): "Good. Use version`);
  expect(after.snapshot.text).toContain(`grammar.json" Reply: "${said}"`);
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
