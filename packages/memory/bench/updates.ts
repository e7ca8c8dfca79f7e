/**
 * The update suite: values that change, in several wordings, and what a recall shows afterwards.
 * Build the packages first, then:
 *
 *     node bench/updates.ts [--wording plain|other|fresh|drafted|everyday|reporting|apart] [--failures]
 *     node bench/updates.ts --file CASES.jsonl
 *
 * With `--sessions`, every message is a conversation of its own; with `--crowd`, twelve messages on
 * other matters are said between those of each case. Both read the sources:
 * `node --import ../../scripts/source-hooks.ts bench/updates.ts --sessions --crowd`.
 *
 * With a model, whose answers are recorded: writes the prompts that have no answer yet, and counts
 * them as failures of the model. With `--each`, the model reads each message when it is said,
 * knowing what it answered before: repeat until no prompt is left.
 *
 *     node bench/updates.ts --answers ANSWERS.jsonl --prompts PROMPTS.jsonl [--each]
 *
 * With a local embedding model (`npm ci` in `/bench/local-embedding` first), whose vectors are kept
 * in a file for the next run:
 *
 *     node bench/updates.ts --vectors VECTORS.jsonl
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { createMemory } from '@everlong/memory';

import { buildCases, type PlayableCase, playable } from './updates/build-cases.ts';
import { embeddingOption } from './updates/embedding-option.ts';
import { readCases } from './updates/everyday-cases.ts';
import { measureCases } from './updates/measure-updates.ts';
import { recordedModel } from './updates/recorded-model.ts';

const { values } = parseArgs({
  options: {
    wording: { type: 'string', multiple: true, default: ['plain', 'other', 'fresh'] },
    file: { type: 'string' },
    failures: { type: 'boolean', default: false },
    answers: { type: 'string' },
    prompts: { type: 'string' },
    each: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    sessions: { type: 'boolean', default: false },
    vectors: { type: 'string' },
  },
});
const cases =
  values.file === undefined
    ? buildCases().filter(({ wording }) => values.wording.includes(wording))
    : playable(readCases(values.file, 'everyday'));
async function asInUse(from: readonly PlayableCase[]): Promise<readonly PlayableCase[]> {
  if (!values.sessions && !values.crowd) return from;
  const { inCrowd, inOwnSessions } = await import('./updates/crowd.ts');
  const split = values.sessions ? inOwnSessions(from) : from;
  return values.crowd ? inCrowd(split) : split;
}

const recorded = values.answers === undefined ? undefined : recordedModel(values.answers);
const { count, currentFirstPercent, failures } = await measureCases(
  async () =>
    createMemory({
      path: ':memory:',
      ...(recorded === undefined ? {} : { model: recorded.model }),
      ...(await embeddingOption(values.vectors)),
    }),
  await asInUse(cases),
  { flushesEach: values.each },
);
process.stdout.write(`${JSON.stringify({ ...count, currentFirstPercent })}\n`);
if (recorded !== undefined) {
  const { unanswered, answered, size } = recorded;
  const prompts = [...unanswered].map(([id, prompt]) => `${JSON.stringify({ id, prompt })}\n`);
  if (values.prompts !== undefined) writeFileSync(values.prompts, prompts.join(''));
  const model = { answered: answered(), unanswered: unanswered.size, characters: size() };
  process.stdout.write(`${JSON.stringify(model)}\n`);
}
for (const failure of values.failures ? failures : []) {
  process.stdout.write(`${JSON.stringify(failure)}\n`);
}
