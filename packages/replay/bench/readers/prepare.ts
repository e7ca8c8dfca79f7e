/**
 * Writes what blind readers get: 12 cut points of recorded sessions, each as the requests of three
 * policies, shuffled, one text file a request. Requests and snapshots are made once the questions
 * are there; without `--questions` it writes the logs alone. Use, after `pnpm build`:
 *
 *   node packages/replay/bench/readers/prepare.ts [--out FOLDER] [--key FILE] [--logs FOLDER]
 *                                                 [--questions FILE] [--set first|second|SEED]
 *
 * The folders lie outside the repository: the texts are the corpus's. `--logs` gets the whole log
 * before each cut, for whoever writes the questions; `--questions` is what they wrote, by cut
 * point, and may correct the targets.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openSession } from '@everlong/context';
import { createMemoryStore } from '@everlong/core';
import { createRandom } from '@everlong/testing/random';
import { createTokenizer } from '@everlong/tokenizer';

import { chooseCutPoints, type CutPoint, readSet } from './cut-points.ts';
import {
  type CutQuestions,
  hashOf,
  type KeyedRequest,
  readJson,
  readPolicies,
} from './reader-key.ts';
import { messageText, requestText } from './request-text.ts';

const READERS = ['a', 'b', 'c'];
const WINDOW = 16_000;
const RESERVE = 1024;
const SHUFFLE_SEED = 36;

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'readers') },
    key: { type: 'string', default: join(tmpdir(), 'readers-key.json') },
    logs: { type: 'string' },
    questions: { type: 'string' },
    set: { type: 'string', default: 'first' },
  },
});
const model = 'claude-sonnet-4-5';
const tokenizer = await createTokenizer({ model });
const random = createRandom(SHUFFLE_SEED);

const cuts = await chooseCutPoints(tokenizer, readSet(flags.set));
process.stdout.write(`cut points of the set ${flags.set}: ${cuts.map(({ id }) => id).join(' ')}\n`);
if (flags.logs !== undefined) writeLogs(flags.logs);
if (flags.questions === undefined) process.exit();
const questions = readJson(flags.questions) as Record<string, CutQuestions>;
process.stdout.write(`SHA-256 of the questions: ${hashOf(flags.questions)}\n`);
const plain = await Promise.all(cuts.map((cut, index) => requestsOf(cut, index)));
const shuffled = random
  .shuffle(plain.flat())
  .map((prepared, index) => ({ ...prepared, id: `r${`${index + 1}`.padStart(2, '0')}` }));

mkdirSync(flags.out, { recursive: true });
for (const { id, text, asked } of shuffled) {
  writeFileSync(join(flags.out, `${id}.txt`), text);
  if (asked !== '') writeFileSync(join(flags.out, `${id}.questions.txt`), asked);
}
const key = shuffled.map(({ id, request }): KeyedRequest => ({ ...request, id }));
writeFileSync(flags.key, JSON.stringify(key, undefined, 2));
for (const reader of READERS) {
  const own = key.filter((request) => request.reader === reader).map(({ id }) => id);
  process.stdout.write(`reader ${reader}: ${own.join(' ')}\n`);
}

/** Each log before its cut, for whoever writes the questions. */
function writeLogs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const { id, entries } of cuts) {
    const log = entries.map(({ message }, seq) => `#${seq} ${messageText(message)}`);
    writeFileSync(join(folder, `${id}.txt`), log.join('\n'));
  }
}

/** A request before it has a number, and the texts for its reader. */
interface Prepared {
  request: Omit<KeyedRequest, 'id'>;
  text: string;
  asked: string;
}

/** The requests of all policies at one cut point, each for another reader. */
async function requestsOf(cut: CutPoint, index: number): Promise<Prepared[]> {
  const { id, file, source, logTokens, next } = cut;
  const own = questions[id];
  const asked = (own?.questions ?? [])
    .map(({ question }, at) => `${at + 1}. ${question}\n`)
    .join('');
  return Promise.all(
    readPolicies.map(async (policy, at) => {
      const { text, requestTokens } = await requestAt(cut, policy);
      const reader = READERS[(index + at) % READERS.length] ?? '';
      const heading = { policy, reader, cut: id, file, source, logTokens, requestTokens };
      const targets = own?.targets ?? next.targets;
      const request = { ...heading, ...next, targets, questions: own?.questions ?? [] };
      return { request, text, asked };
    }),
  );
}

/**
 * Plays the session up to the cut, a request before each recorded answer, and shows the last one.
 */
async function requestAt(
  { entries, tools }: CutPoint,
  policy: string,
): Promise<{ text: string; requestTokens: number }> {
  const session = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow: WINDOW,
    policy,
    tokenizer,
    budget: { responseReserve: RESERVE },
  });
  for (const [index, entry] of entries.entries()) {
    if (entry.message.role === 'assistant' && index > 0) await session.prepare();
    await session.append(entry);
  }
  const request = await session.prepare();
  await session.close();
  const head =
    tools.length > 0
      ? `The agent's tools: ${tools.join(', ')}.`
      : 'The agent acts through shell commands alone. As the next tool, name the kind of command: read, search, edit or run.';
  return { text: `${head}\n\n${requestText(request)}`, requestTokens: request.state.used.total };
}
