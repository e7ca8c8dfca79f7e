/**
 * Writes the snapshots that are read alone: of the whole log before each cut point, beside its
 * questions. Use, after `pnpm build`:
 *
 *   node packages/replay/bench/readers/prepare-snapshots.ts --questions FILE [--out FOLDER]
 *                                                           [--tokens 6000] [--set first|second]
 *                                                           [--model FOLDER]
 *
 * The folders lie outside the repository: the texts are the corpus's. `--questions` is what was
 * written for `prepare.ts`. Snapshots are made without a model, or with the answers in the folder
 * of `--model`, `<cut>.md`: the first run writes there what a model is to be asked, `<cut>.txt`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createMemoryStore, type Summarizer } from '@everlong/core';
import { createExtractiveSummarizer, createSummarizer } from '@everlong/summarizer';
import { createTokenizer } from '@everlong/tokenizer';

import { chooseCutPoints, readSet } from './cut-points.ts';
import { type CutQuestions, readJson } from './reader-key.ts';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'readers-snapshots') },
    questions: { type: 'string' },
    model: { type: 'string' },
    set: { type: 'string', default: 'first' },
    tokens: { type: 'string', default: '6000' },
  },
});
if (flags.questions === undefined) throw new Error('--questions names the file of the questions.');
/** The input of a call takes at most half of it. */
const WHOLE_LOG_TOKENS = 220_000;
const questions = readJson(flags.questions) as Record<string, CutQuestions>;
const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });

mkdirSync(flags.out, { recursive: true });
for (const { id, entries, source, logTokens } of await chooseCutPoints(
  tokenizer,
  readSet(flags.set),
)) {
  const store = createMemoryStore();
  await store.createSession({ id, agent: 'reader' });
  const { snapshot } = await summarizerFor(id).summarize({
    entries: await store.append(id, entries),
    maxTokens: Number(flags.tokens),
    count: (text) => tokenizer.count(text),
  });
  const asked = questions[id]?.questions ?? [];
  writeFileSync(join(flags.out, `${id}.txt`), snapshot.text);
  writeFileSync(
    join(flags.out, `${id}.questions.txt`),
    asked.map(({ question }, at) => `${at + 1}. ${question}\n`).join(''),
  );
  process.stdout.write(
    `${id}: ${source}, ${logTokens} tokens before the cut, ${tokenizer.count(snapshot.text)} in the snapshot\n`,
  );
}

/** One that takes the recorded answer of a model, which sees the whole log at once. */
function summarizerFor(id: string): Summarizer {
  const { model } = flags;
  if (model === undefined) return createExtractiveSummarizer();
  return createSummarizer({
    contextWindow: WHOLE_LOG_TOKENS,
    maxCalls: 1,
    compactify: ({ instructions, prompt }) => {
      mkdirSync(model, { recursive: true });
      writeFileSync(join(model, `${id}.txt`), `${instructions}\n\n${prompt}\n`);
      const answer = join(model, `${id}.md`);
      if (!existsSync(answer)) throw new Error(`${answer} is to hold the answer to ${id}.txt.`);
      return readFileSync(answer, 'utf8');
    },
  });
}
