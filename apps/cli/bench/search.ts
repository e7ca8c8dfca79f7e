/**
 * How long a search takes among many imported sessions: makes them of messages of the corpus, in the
 * database of an import, and searches words that stand in them: in all sessions, and in those of a
 * project since some time. Run in `apps/cli`:
 *
 *     node --conditions=@everlong/source --import ../../scripts/source-hooks.ts bench/search.ts [--sessions 10000] [--keep FOLDER]
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type EntryInput, messageText, type Store } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { createSqliteStore } from '@everlong/store-sqlite';
import { createRandom } from '@everlong/testing/random';
import { corpusFiles } from '@everlong/testing/corpus';
import { findMessages, type MessageFilter } from '../src/recordings/find-messages.js';

const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '10000' }, keep: { type: 'string' } },
});
const sessionCount = Number(values.sessions);
const messagesPerSession = 20;
/** Longer texts are cut, so that the database stays as large as a history of as many sessions is. */
const maxCharacters = 1500;
const queryCount = 200;

const random = createRandom(36);

async function readMessages(): Promise<EntryInput[]> {
  const messages: EntryInput[] = [];
  for (const path of corpusFiles()) {
    const { entries } = await readTranscript(path);
    messages.push(...entries.map((entry) => cut(entry)));
  }
  return messages.filter(({ message }) => messageText(message) !== '');
}

function cut({ message }: EntryInput): EntryInput {
  const role = message.role === 'assistant' ? 'assistant' : 'user';
  const content = Array.from(messageText(message)).slice(0, maxCharacters).join('');
  return { message: { role, content } };
}

async function fill(store: Store, messages: readonly EntryInput[]): Promise<void> {
  for (let index = 0; index < sessionCount; index++) {
    const at = new Date(Date.UTC(2024, 0, 1) + index * 3_600_000).toISOString();
    const project = `/home/me/src/project-${index % 200}`;
    const imported = { tool: 'claude-code', file: `${index}.jsonl`, project, endedAt: at };
    const id = `session-${index}`;
    await store.createSession({ id, agent: 'claude-code', title: id, metadata: { imported } });
    const entries = Array.from({ length: messagesPerSession }, () => ({
      ...random.pick(messages),
      createdAt: at,
    }));
    await store.append(id, entries);
    if (index % 1000 === 999) console.error(`${index + 1} of ${sessionCount} sessions`);
  }
}

/** Two to five words that stand behind each other in some message, as one remembers them. */
function makeQuery(messages: readonly EntryInput[]): string {
  for (;;) {
    const { message } = random.pick(messages);
    const words = messageText(message).match(/\p{L}{2,}/gu) ?? [];
    if (words.length < 2) continue;
    const from = random.below(words.length - 1);
    const query = words.slice(from, from + 2 + random.below(4));
    return query.join(' ');
  }
}

async function measure(store: Store, filter: MessageFilter, name: string): Promise<void> {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  let found = 0;
  for (let index = 0; index < queryCount; index++) {
    const query = makeQuery(messages);
    const start = performance.now();
    const cpu = process.cpuUsage();
    found += (await findMessages(store, query, { ...filter, limit: 20 })).length;
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    cpuTimes.push((user + system) / 1000);
  }
  console.log(
    `${name}: ${sharesOf(times)} (of the processor: ${sharesOf(cpuTimes)}), ` +
      `${(found / queryCount).toFixed(1)} messages found`,
  );
}

function sharesOf(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms`;
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'everlong-search-'));
const path = join(folder, 'sessions.db');
const isThere = existsSync(path);
const store = createSqliteStore({ path });
const messages = await readMessages();
if (!isThere) await fill(store, messages);
const start = performance.now();
await store.search('everything');
const seconds = (performance.now() - start) / 1000;
console.log(
  `${sessionCount} sessions of ${messagesPerSession} messages; the first search, which makes the index: ` +
    `${seconds.toFixed(1)} s`,
);
await measure(store, {}, 'all sessions');
await measure(
  store,
  { project: { part: 'project-7' }, since: '2024-03-01' },
  'a project and a time',
);
await store.close();
if (values.keep === undefined) rmSync(folder, { recursive: true });
