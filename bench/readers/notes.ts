/**
 * Writes what is read to compare notes by a model: recorded sessions, each summarized by one compaction
 * at its end, with everlong's prompt and with others', by a model that somebody asks. Use:
 *
 *   node bench/readers/notes.ts --seed N [--count 24] [--prompts FOLDER] [--out FOLDER]
 *                                               [--parts 1]
 *
 * For each session drawn, the folder gets the log that the note covers (`s01.log.txt`), a prompt for
 * everlong and each `NAME.txt` of `--prompts` (`s01.NAME.HASH.prompt.txt`) and, once the answer stands
 * beside its prompt as `s01.NAME.HASH.md`, the note (`s01.NAME.note.txt`) and, of everlong's, the request
 * (`s01.request.txt`). A changed prompt has another hash, so that an old answer is not taken for it.
 * With `--parts 4` a session is summarized after each quarter, each time going on from the last note;
 * a run writes the prompts to which an answer is missing.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';

import { createPolicy, openSession } from '@everlong/context';
import { createMemoryStore, type EntryInput } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { createSummarizer } from '@everlong/summarizer';
import { corpusFiles } from '@everlong/testing/corpus';
import { createRandom } from '@everlong/testing/random';
import { createTokenizer } from '@everlong/tokenizer';

import { messageText, requestText } from './request-text.ts';

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '24' },
    prompts: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'readers-notes') },
    parts: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const LEAST = { messages: 24, tokens: 20_000 };
/** Longer sessions are read up to here: nobody reads more for ten questions. */
const MOST_TOKENS = 90_000;
/** Sessions below the second number of tokens get the smaller window: else nothing is summarized. */
const WINDOWS = [16_000, 32_000, 48_000] as const;
/** Half of it is the most that a prompt takes. */
const SUMMARIZER_WINDOW = 200_000;
const MAX_WORDS = 600;
/** On these the prompt was chosen. */
const READ_BEFORE = new Set([
  'spotter-258c7280-ae70-4798-800f-63464d01a85d',
  'mini-sphinx-doc__sphinx-9229',
  'mini-pylint-dev__pylint-6528',
  'pi-large-session',
  'spotter-4d5611e5-241a-462a-8d15-5122611a9569',
  'codex-soulpass',
]);

const model = 'claude-sonnet-4-5';
const everlong = createPolicy('everlong');
const tokenizer = await createTokenizer({ model });
const { out } = flags;
const parts = Number(flags.parts);
mkdirSync(out, { recursive: true });
const others = flags.prompts === undefined ? [] : readdirSync(flags.prompts);

const files = corpusFiles().filter((file) => {
  const name = sessionName(file);
  return flags.only === undefined ? !READ_BEFORE.has(name) : flags.only.split(',').includes(name);
});
let drawn = 0;
for (const file of createRandom(Number(flags.seed)).shuffle(files)) {
  if (drawn >= Number(flags.count)) break;
  const { entries, tokens } = await readUpTo(file);
  if (entries.length < LEAST.messages || tokens < LEAST.tokens) continue;
  drawn++;
  const name = sessionName(file);
  await prepareNotes(`s${`${drawn}`.padStart(2, '0')}`, { name, entries, logTokens: tokens });
}

/** A session as far as it is read. */
interface Drawn {
  name: string;
  entries: readonly EntryInput[];
  logTokens: number;
}

/** Has a session summarized after each part of it, as long as the answers are there. */
async function prepareNotes(id: string, { name, entries, logTokens }: Drawn): Promise<void> {
  const contextWindow = logTokens < WINDOWS[2] ? WINDOWS[0] : WINDOWS[1];
  let kind = 'everlong';
  let answer: string | undefined;
  const said: string[] = [];
  const session = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow,
    tokenizer,
    budget: { responseReserve: 1024 },
    summarizer: createSummarizer({
      contextWindow: SUMMARIZER_WINDOW,
      maxCalls: 1,
      compactify({ instructions, prompt, transcript }) {
        if (parts === 1) said.push(...askOthers(id, transcript));
        answer = answerTo(`${id}.${kind}`, `${instructions}\n\n${prompt}`);
        if (answer === undefined) throw new Error('the answer is missing');
        return answer;
      },
    }),
  });
  for (let part = 1; part <= parts; part++) {
    if (parts > 1) kind = `everlong-${part}`;
    await session.append(partOf(entries, part));
    await session.compact();
    const snapshot = (await session.compactions()).at(-1)?.snapshot;
    if (snapshot === undefined) throw new Error(`${name} was not summarized.`);
    writeLog(id, entries.slice(0, snapshot.throughSeq + 1));
    if (answer === undefined) break;
    writeFileSync(join(out, `${id}.${kind}.note.txt`), snapshot.text);
    const { checked, struck, restored } = snapshot.verification ?? {};
    said.push(
      `${kind} ${snapshot.tokens} (checked ${checked}, struck ${struck}, restored ${restored})`,
    );
    if (parts === 1) said.push(await writeRequest(id, entries, { contextWindow, answer }));
    else if (part < parts) answer = undefined;
  }
  await session.close();
  process.stdout.write(
    `${id} ${name}: ${entries.length} messages, ${logTokens} tokens, window ${contextWindow}; ${said.join(', ')}${answer === undefined ? ', an answer is missing' : ''}\n`,
  );
}

/** The nth part of the entries. */
function partOf(entries: readonly EntryInput[], part: number): EntryInput[] {
  const length = Math.ceil(entries.length / parts);
  return entries.slice((part - 1) * length, part * length);
}

function writeLog(id: string, entries: readonly EntryInput[]): void {
  const log = entries.map(({ message }, seq) => `#${seq} ${messageText(message)}`);
  writeFileSync(join(out, `${id}.log.txt`), log.join('\n'));
}

/** The notes that others' prompts gave for the same transcript. */
function askOthers(id: string, transcript: string): string[] {
  return others.flatMap((other) => {
    const asked = readFileSync(join(flags.prompts ?? '', other), 'utf8').trim();
    const kind = basename(other, '.txt');
    const prompt = `<conversation>\n${transcript}\n</conversation>\n\n${asked}\nAt most ${MAX_WORDS} words.`;
    const note = answerTo(`${id}.${kind}`, prompt);
    if (note === undefined) return [];
    writeFileSync(join(out, `${id}.${kind}.note.txt`), note);
    return [`${kind} ${tokenizer.count(note)}`];
  });
}

/** Writes the request after a compaction by the policy, the answer standing in for one to its range. */
async function writeRequest(
  id: string,
  entries: readonly EntryInput[],
  { contextWindow, answer }: { contextWindow: number; answer: string },
): Promise<string> {
  const session = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow,
    tokenizer,
    policy: {
      ...everlong,
      // Nothing has been paid in a session that was not played, so that no call would pay.
      decide: (context) =>
        everlong.decide({ ...context, prices: { ...context.prices, summarizer: 0 } }),
    },
    budget: { responseReserve: 1024 },
    summarizer: createSummarizer({ compactify: () => answer }),
  });
  await session.append([...entries]);
  const request = await session.prepare();
  await session.close();
  writeFileSync(join(out, `${id}.request.txt`), requestText(request));
  const { total, summary } = request.state.used;
  return `request ${total}, ${summary} of them its snapshot`;
}

/** The answer to a prompt, if there is one; writes the prompt for whoever asks the model. */
function answerTo(name: string, prompt: string): string | undefined {
  const hash = createHash('sha256').update(prompt).digest('hex').slice(0, 8);
  const answer = join(out, `${name}.${hash}.md`);
  writeFileSync(join(out, `${name}.${hash}.prompt.txt`), prompt);
  return existsSync(answer) ? readFileSync(answer, 'utf8').trim() : undefined;
}

async function readUpTo(file: string): Promise<{ entries: EntryInput[]; tokens: number }> {
  const { entries } = await readTranscript(file);
  let tokens = 0;
  const end = entries.findIndex(({ message }) => {
    tokens += tokenizer.countMessage(message);
    return tokens > MOST_TOKENS;
  });
  return { entries: end < 0 ? entries : entries.slice(0, end), tokens };
}

function sessionName(file: string): string {
  return basename(file).replace(/\.jsonl(\.gz)?$/, '');
}
