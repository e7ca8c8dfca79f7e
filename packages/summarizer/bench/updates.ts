/**
 * What becomes of a model's snapshot that is updated again and again: a stand-in for a careless model
 * writes a first state of a recorded session, with demands of the user and values that nothing brings
 * back; at each update it drops lines by chance, adds some and makes up others. Use, with the
 * recordings in EVERLONG_CORPUS:
 *
 *   node packages/summarizer/bench/updates.ts [--seed n] [--sessions n] [--drop share]
 */
import { parseArgs } from 'node:util';

import type { Entry, Snapshot } from '@everlong/core';
import { isUserEntry, messageText } from '@everlong/core';
import { createRandom } from '@everlong/testing/random';

import { updateLedger } from '../src/ledger/ledger.ts';
import { createSummarizer } from '../src/model/model-summarizer.ts';
import { holdsValue } from '../src/values/holds-value.ts';
import { readSessions } from './read-sessions.ts';

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: '3204' },
    sessions: { type: 'string', default: '40' },
    drop: { type: 'string', default: '0.2' },
  },
});

const UPDATES = [1, 3, 10];
/** Entries of an update, and demands and values of the first state, at most. */
const SPAN = 3;
const DEMANDS = 6;
const VALUES = 10;
/** What the sentences between them are made of: a state of some 450 words. */
const SENTENCES = 28;
const FILLER = 'The work goes on as agreed, and what was tried is told here in words';

const random = createRandom(Number(flags.seed));
const drop = Number(flags.drop);
const tally = new Map<
  number,
  { demands: number[]; values: number[]; lies: number; lines: number }
>();
let sessions = 0;
let tokens = 0;
let added = 0;

for (const entries of random.shuffle(readSessions())) {
  if (sessions >= Number(flags.sessions)) break;
  const start = entries.length - SPAN * Math.max(...UPDATES);
  if (start < 12) continue;
  if (await play(entries, start)) sessions++;
}

/** Says whether the session has enough to lose. */
async function play(entries: readonly Entry[], start: number): Promise<boolean> {
  const first = entries.slice(0, start);
  const demands = demandsOf(first).slice(0, DEMANDS);
  const values = updateLedger([], first)
    .filter(({ spokenUses }) => spokenUses > 0)
    .slice(0, VALUES);
  if (demands.length < 1 || values.length < 2) return false;
  let answer = stateOf(
    demands,
    values.map(({ cue, lastSeq }) => `- ${cue} (#${lastSeq})`),
  );
  const summarizer = createSummarizer({ compactify: () => answer });
  let previous: Snapshot | undefined;
  let lies: string[] = [];
  for (let update = 0; update <= Math.max(...UPDATES); update++) {
    const from = update === 0 ? 0 : start + (update - 1) * SPAN;
    const span = entries.slice(from, update === 0 ? start : from + SPAN);
    const { snapshot } = await summarizer.summarize({
      entries: span,
      maxTokens: 3000,
      count: (text) => Math.ceil(text.length / 4),
      ...(previous === undefined ? {} : { previous }),
    });
    note(update, snapshot, { demands, values: values.map(({ value }) => value), lies });
    tokens += snapshot.tokens;
    added += snapshot.tokens - Math.ceil(answer.length / 4);
    previous = snapshot;
    lies = [`${random.hex(8)}-${random.below(90_000) + 10_000}`, `src/${random.hex(9)}.ts`];
    answer = rewritten(snapshot.text, lies);
  }
  return true;
}

/** The user's short messages, as a model quotes them. */
function demandsOf(entries: readonly Entry[]): { words: string; seq: number }[] {
  return entries
    .filter(isUserEntry)
    .map(({ message, seq }) => ({ words: messageText(message).trim(), seq }))
    .filter(({ words }) => /^[^\n"“”„«»「」<]{12,200}$/.test(words));
}

function stateOf(demands: readonly { words: string; seq: number }[], values: string[]): string {
  const filler = Array.from({ length: SENTENCES }, () => `- ${FILLER}.`);
  const said = demands.map(({ words, seq }) => `- "${words}" (#${seq})`);
  return [
    '## Important Values',
    ...values,
    '## Current State',
    ...filler,
    '## Constraints',
    ...said,
  ].join('\n');
}

/** The state with lines dropped, a sentence for each, and lines that are made up. */
function rewritten(text: string, lies: readonly string[]): string {
  const lines = text.split('\n').slice(1);
  const kept = lines.map((line) =>
    line.startsWith('- ') && random.below(1000) < drop * 1000 ? `- ${FILLER}.` : line,
  );
  const at = kept.indexOf('## Current State') + 1;
  return kept.toSpliced(at, 0, ...lies.map((lie) => `- ${lie} is done`)).join('\n');
}

function note(
  update: number,
  { text, ledger }: Snapshot,
  { demands, values, lies }: { demands: { words: string }[]; values: string[]; lies: string[] },
): void {
  const count = tally.get(update) ?? { demands: [], values: [], lies: 0, lines: 0 };
  tally.set(update, count);
  count.demands.push(...demands.map(({ words }) => Number(text.includes(words))));
  // What stands in a file that was read meanwhile can be read again; what was replaced is gone.
  const atRisk = new Set(
    ledger.filter(({ spokenUses }) => spokenUses > 0).map(({ value }) => value),
  );
  const asked = values.filter((value) => atRisk.has(value));
  count.values.push(...asked.map((value) => Number(holdsValue(text, value))));
  count.lies += lies.filter((lie) => text.includes(lie)).length;
  count.lines += lies.length;
}

for (const update of [0, ...UPDATES]) {
  const { demands, values, lies, lines } = tally.get(update) ?? {
    demands: [],
    values: [],
    lies: 0,
    lines: 0,
  };
  process.stdout.write(
    `after ${update} updates: demands ${mean(demands)} of ${demands.length}, values ${mean(values)} of ${values.length}, made up and kept ${lies} of ${lines}\n`,
  );
}
process.stdout.write(
  `${sessions} sessions; ${Math.round(tokens / sessions / 11)} tokens a snapshot, ${((100 * added) / tokens).toFixed(1)} % of them put back or first line\n`,
);

function mean(numbers: readonly number[]): string {
  return (numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)).toFixed(3);
}
