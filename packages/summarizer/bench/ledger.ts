/**
 * How fast values are found, secrets redacted, ledgers updated and summaries of models verified,
 * and how many secrets are found. Use: `node packages/summarizer/bench/ledger.ts`, after `pnpm
 * build`, with the corpus beside the repository or in EVERLONG_CORPUS. Each figure is the best of
 * several runs in processor time, as a rate and as a share of the rate at which one plain regular
 * expression finds all words; updating a ledger includes redaction and extraction.
 */
import type { Entry } from '@everlong/core';
import {
  createExtractiveSummarizer,
  createSourceIndex,
  entryText,
  extractValues,
  parseSections,
  redactEntries,
  updateLedger,
  verifySections,
} from '@everlong/summarizer';
import { redactSecrets } from '@everlong/redaction';

import { readSessions } from './read-sessions.ts';

const ROUNDS = 8;
/** What one compaction covers of a long session. */
const SPAN = 120;

const sessions = readSessions();
const texts = sessions.flat().map(entryText);
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** New objects each time, so that results cached by entry do not count. */
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
    const started = cpuSeconds();
    run(given);
    best = Math.min(best, cpuSeconds() - started);
  }
  const rate = megabytes / best;
  plainRate ??= rate;
  write(
    `${name.padEnd(32)} ${rate.toFixed(1)} MB/s, ${(rate / plainRate).toFixed(2)} of plain words`,
  );
}

/** Processor time of this process, which other work on the machine affects less than wall time. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The baseline: all words by one expression. */
let plainRate: number | undefined;
function countWords(text: string): number {
  const word = /\w+/g;
  let words = 0;
  while (word.test(text)) words++;
  return words;
}

const marks = texts.reduce((sum, text) => sum + (text.match(/\[REDACTED:/g)?.length ?? 0), 0);
const values = texts.reduce((sum, text) => sum + extractValues(text).length, 0);
write(`${megabytes.toFixed(1)} MB in ${sessions.length} sessions, ${values} values`);
write(`${marks} redactions, ${(marks / megabytes).toFixed(2)} a MB`);
measure('plain words', () => texts.forEach((text) => countWords(text)));
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
    verifySections(sections, createSourceIndex(span));
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
