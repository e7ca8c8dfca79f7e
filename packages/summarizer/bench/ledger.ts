/**
 * How fast values are found, secrets redacted, ledgers brought up to date and records of models
 * verified, and how many secrets are found. Use: `node packages/summarizer/bench/ledger.ts`, after
 * `pnpm build`, with the corpus beside the repository or in EVERLONG_CORPUS. Each figure is the best
 * of several runs; updating a ledger includes redaction and extraction.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import type { Entry, ModelMessage } from '@everlong/core';
import {
  createExtractiveSummarizer,
  createSources,
  entryText,
  extractValues,
  parseSections,
  redactEntries,
  redactSecrets,
  updateLedger,
  verifySections,
} from '@everlong/summarizer';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpus = resolve(root, process.env['EVERLONG_CORPUS'] ?? '../shared/corpus', 'normalized');
const ROUNDS = 6;
/** What one compaction covers of a long session. */
const SPAN = 120;

interface NormalizedLine {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** A list where there are pictures. */
  content?: unknown;
  toolCallId?: string;
  name?: string;
  toolCalls?: { id: string; name: string; args: unknown }[];
}

function toMessage(line: NormalizedLine): ModelMessage {
  const { role, content, toolCalls = [], toolCallId = '', name = '' } = line;
  const text = typeof content === 'string' ? content : '';
  if (role === 'tool') {
    const output = { type: 'text' as const, value: text };
    return { role, content: [{ type: 'tool-result', toolCallId, toolName: name, output }] };
  }
  if (role !== 'assistant') return { role, content: text };
  const calls = toolCalls.map(({ id, name: toolName, args: input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName,
    input,
  }));
  return { role, content: [{ type: 'text', text }, ...calls] };
}

function readSession(file: string): Entry[] {
  const lines = gunzipSync(readFileSync(join(corpus, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line, seq) => ({
    id: `entry-${seq}`,
    sessionId: file,
    seq,
    createdAt: new Date(0).toISOString(),
    format: 'model-message/1',
    message: toMessage(JSON.parse(line) as NormalizedLine),
  }));
}

const sessions = globSync('*/*.jsonl.gz', { cwd: corpus }).toSorted().map(readSession);
if (sessions.length === 0) throw new Error(`There is no corpus in ${corpus}.`);
const texts = sessions.flat().map(entryText);
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** New objects each time: what was found out of entries before must not count. */
function freshSessions(): Entry[][] {
  return sessions.map((entries) => entries.map((entry) => ({ ...entry })));
}

function measure(
  name: string,
  run: (given: readonly (readonly Entry[])[]) => void,
  prepare: (fresh: Entry[][]) => readonly (readonly Entry[])[] = (fresh) => fresh,
): void {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const given = prepare(freshSessions());
    const started = performance.now();
    run(given);
    best = Math.min(best, performance.now() - started);
  }
  write(`${name.padEnd(32)} ${(megabytes / (best / 1000)).toFixed(1)} MB/s`);
}

const marks = texts.reduce((sum, text) => sum + (text.match(/\[REDACTED:/g)?.length ?? 0), 0);
const values = texts.reduce((sum, text) => sum + extractValues(text).length, 0);
write(`${megabytes.toFixed(1)} MB in ${sessions.length} sessions, ${values} values`);
write(`${marks} redactions, ${(marks / megabytes).toFixed(2)} a MB`);
measure('extractValues', () => texts.forEach((text) => extractValues(text)));
measure('redactSecrets', () => texts.forEach((text) => redactSecrets(text)));
const update = (given: readonly (readonly Entry[])[]): void =>
  given.forEach((entries) => updateLedger([], entries));
measure('updateLedger', update);
// What a summarizer pays, which redacts the entries once for all that it makes of them.
measure('updateLedger, redacted entries', update, (fresh) =>
  fresh.map((entries) => redactEntries(entries)),
);

const times: number[] = [];
for (const entries of sessions) {
  const span = entries.slice(0, SPAN);
  const { snapshot } = await createExtractiveSummarizer().summarize({
    entries: span,
    maxTokens: 2_000,
    count: (text) => Math.ceil(text.length / 4),
  });
  const sections = parseSections(snapshot.text);
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    verifySections(sections, createSources(span));
    best = Math.min(best, performance.now() - started);
  }
  times.push(best);
}
const sorted = times.toSorted((left, right) => left - right);
const at = (share: number): string =>
  (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
write(
  `verification                     ${at(0.5)} ms a snapshot of up to ${SPAN} entries (p50), ${at(0.95)} (p95), ${at(1)} (most)`,
);
