/**
 * What a recall finds without a model, and how long it takes, as one table: LoCoMo, BEAM and update
 * cases, each where its data is given. Build the packages first, then:
 *
 *     pnpm --filter @everlong/memory bench:recall [--locomo FILE] [--beam FOLDER] [--cases CASES.jsonl]...
 *
 * `--locomo` is `locomo-dev.json.gz` of EVERLONG_DATA, default ../shared/data beside the
 * repository; `--beam` a folder such as `chats/100K` of BEAM. The format of `--cases` is in
 * `update-cases.ts`; `--failures` prints those whose current value is not first. `--module` measures
 * another build. None of the data is part of this repository.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import type { Memory } from '@everlong/core';
import type * as Package from '@everlong/memory';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

import { type Conversation, measureRecall } from './ask-all.ts';
import { loadBeam } from './beam-data.ts';
import { loadLocomo, locomoFile } from './locomo-data.ts';
import { measureCases, readCases } from './update-cases.ts';

const { values } = parseArgs({
  options: {
    locomo: { type: 'string', default: locomoFile() },
    beam: { type: 'string' },
    cases: { type: 'string', multiple: true, default: [] },
    module: { type: 'string' },
    failures: { type: 'boolean', default: false },
  },
});

/** Messages of other cases among which the cases are asked again. */
const CROWD = 200;

const file = values.module;
const { createMemory } = (await import(
  file === undefined ? '@everlong/memory' : pathToFileURL(resolve(file)).href
)) as typeof Package;
const counts = new Map<string, number>();
const tokenizer = {
  count(text: string): number {
    const known = counts.get(text) ?? encode(text).length;
    counts.set(text, known);
    return known;
  },
};
const creating = (profile: 'chat' | 'dialogue') => (): Promise<Memory> =>
  createMemory({ path: ':memory:', profile, tokenizer });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function printRecall(
  name: string,
  conversations: readonly Conversation[],
  profile: 'chat' | 'dialogue',
): Promise<void> {
  const figures = await measureRecall(conversations, creating(profile));
  const { questions, recall10, within1000, within2000, medianMs, byCategory } = figures;
  print(
    `| ${name} | ${questions} | ${recall10} | ${within1000} | ${within2000} | ${medianMs} ms |`,
  );
  const parts = Object.entries(byCategory).map(([category, each]) => `${category} ${each}`);
  print(`| by category: ${parts.join(', ')} | | | | | |`);
}

print('| data | questions | in the first ten | in 1,000 tokens | in 2,000 | recall p50 |');
print('|---|--:|--:|--:|--:|--:|');
if (existsSync(values.locomo)) await printRecall('LoCoMo', loadLocomo(values.locomo), 'dialogue');
else print(`| LoCoMo: there is no ${values.locomo} | | | | | |`);
if (values.beam !== undefined) {
  await printRecall('BEAM, one date', loadBeam(values.beam, false), 'chat');
  await printRecall('BEAM, its dates', loadBeam(values.beam, true), 'chat');
}
if (values.cases.length > 0) {
  print('\n| cases | | current first | current in the first five | neither found |');
  print('|---|--:|--:|--:|--:|');
}
for (const name of values.cases) {
  const cases = readCases(name);
  for (const foreign of [0, CROWD]) {
    const show = values.failures && foreign === 0 ? { show: print } : {};
    const figures = await measureCases(cases, creating('chat'), { foreign, ...show });
    for (const [key, { cases: all, first, inFive, neither }] of [...figures].toSorted(
      ([one], [other]) => one.localeCompare(other),
    )) {
      const among = foreign === 0 ? '' : `, among ${foreign} others`;
      print(`| ${key}${among} | ${all} | ${first} | ${inFive} | ${neither} |`);
    }
  }
}
