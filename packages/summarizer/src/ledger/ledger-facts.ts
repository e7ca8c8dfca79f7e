import type { LedgerItem } from '@everlong/core';
import { exitCodeOf } from '@everlong/core/internal';

import type { Segment } from '../reading/entry-segments.js';
import { extractFacts, type Fact } from './extract-facts.js';
import { programsOf } from './programs-of.js';
import type { ReadSegment } from './segment-values.js';
import {
  addPlace,
  carriedTally,
  countSight,
  type Tallies,
  tallyItem,
  tallyOf,
} from './value-statistics.js';

/** The most items of each kind that a ledger carries; those seen longest ago leave first. */
export const MAX_FACTS: Readonly<Record<Fact['kind'], number>> = {
  command: 60,
  error: 30,
  frame: 15,
  name: 40,
};

export function isFact({ kind }: Pick<LedgerItem, 'kind'>): boolean {
  return Object.hasOwn(MAX_FACTS, kind);
}

/** Facts while entries are added: keyed by kind and value, with the calls that are under way. */
export interface FactDraft {
  tallies: Tallies;
  /** What each call ran, and what a command without a call id ran last. */
  calls: Map<string, string>;
}

const FENCED = '';
/** What identifies a call that runs no command: its tool and the start of its first input. */
const MAX_LABEL_LENGTH = 160;

/**
 * Adds the commands, errors, stack frames and names of an entry. A command remembers how its last
 * run ended; what it put out as an error leaves once the same command or call succeeds, or another
 * command that runs the same programs.
 */
export function addFacts(draft: FactDraft, segments: readonly ReadSegment[], seq: number): void {
  for (const segment of segments) {
    const facts = extractFacts(segment);
    noteCall(draft, segment, facts);
    const of = segment.spoken ? undefined : draft.calls.get(segment.callId ?? FENCED);
    if (of !== undefined) noteResult(draft, of, segment);
    for (const { kind, value, start } of facts) {
      const tally = tallyOf(draft.tallies, value, kind, seq);
      // Said again, it is the newest.
      draft.tallies.delete(value);
      draft.tallies.set(value, tally);
      const from = segment.start + start;
      if (countSight(tally, segment, seq)) addPlace(tally, seq, from, from + value.length);
      if (of !== undefined) tally.item.of = of;
      else if (kind === 'command') awaitResult(tally.item, segment.callId ?? FENCED);
    }
  }
}

/** A draft that goes on with carried items, the calls among them that had no result yet. */
export function carriedFacts(items: readonly LedgerItem[]): FactDraft {
  const calls = new Map<string, string>();
  for (const { kind, value, of } of items) {
    if (kind === 'command' && of !== undefined) calls.set(of, value);
  }
  return { tallies: new Map(items.map((item) => [item.value, carriedTally(item)])), calls };
}

function awaitResult(command: LedgerItem, callId: string): void {
  command.of = callId;
  delete command.state;
}

function noteCall({ calls }: FactDraft, segment: Segment, facts: readonly Fact[]): void {
  if (!segment.spoken || segment.speaker !== 'assistant') return;
  const command = facts.findLast(({ kind }) => kind === 'command')?.value;
  const key = segment.callId ?? FENCED;
  if (command !== undefined) calls.set(key, command);
  else if (segment.callId !== undefined && !calls.has(key)) {
    calls.set(key, `${segment.lead} ${segment.text}`.slice(0, MAX_LABEL_LENGTH));
  } else if (segment.lead === '') calls.delete(FENCED);
}

function noteResult({ tallies }: FactDraft, of: string, { text, failed = false }: Segment): void {
  const ends = text.length > 800 ? `${text.slice(0, 400)}\n${text.slice(-400)}` : text;
  const code = exitCodeOf(ends);
  const isFailure = failed || (code !== undefined && code !== 0);
  const command = tallies.get(of);
  if (command?.item.kind === 'command') {
    command.item.state = isFailure ? 'failed' : 'ok';
    delete command.item.of;
  }
  if (isFailure) return;
  let programs: string[] | undefined;
  for (const [value, { item }] of tallies) {
    if (item.kind === 'command' || item.of === undefined) continue;
    if (item.of === of || isUndone(item.of, (programs ??= programsOf(of)))) tallies.delete(value);
  }
}

/** Whether programs that ran well are all that the failed command ran. */
function isUndone(failed: string, programs: readonly string[]): boolean {
  if (programs.length === 0) return false;
  const needed = programsOf(failed);
  return needed.length > 0 && needed.every((program) => programs.includes(program));
}

/** The items of each kind, the newest of them, as many as a ledger carries. */
export function boundedFacts(tallies: Tallies): LedgerItem[] {
  const kept: LedgerItem[] = [];
  const counts = new Map<string, number>();
  for (const tally of [...tallies.values()].toReversed()) {
    const { kind } = tally.item;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= (MAX_FACTS[kind as Fact['kind']] ?? 0)) kept.push(tallyItem(tally));
  }
  return kept.toReversed();
}
