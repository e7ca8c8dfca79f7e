import type { LedgerItem } from '@everlong/core';

import type { Segment } from '../reading/entry-segments.js';
import { hasFailed } from '../reading/failed-run.js';
import { extractFacts, type Fact, type FactKind } from './extract-facts.js';
import { isRefusal } from '../reading/refusals.js';
import { programsOf, runsAll } from './programs-of.js';
import type { SegmentWithValues } from './segment-values.js';
import { addSettings, type SettingValues, settingValues } from './settings-draft.js';
import {
  addPlace,
  countOccurrence,
  fromLedgerItem,
  ownItem,
  type StatisticsByValue,
  toLedgerItem,
  statisticsOf,
} from './value-statistics.js';

/** The maximum number of items of each kind; those seen longest ago are removed first. */
export const MAX_FACTS: Readonly<Record<FactKind, number>> = {
  command: 60,
  error: 30,
  frame: 15,
  name: 40,
  setting: 80,
};

export function isFact({ kind }: Pick<LedgerItem, 'kind'>): boolean {
  return Object.hasOwn(MAX_FACTS, kind);
}

/** The facts while entries are added, with the calls that have no result yet. */
export interface FactDraft {
  statisticsByValue: StatisticsByValue;
  /** The command of each call, and the last command without a call id. */
  calls: Map<string, string>;
  /** The values of errors and stack frames. */
  failures: Set<string>;
  settings: SettingValues;
}

const FENCED = '';
/** Identifies a call without a command: its tool and the start of its first input. */
const MAX_LABEL_LENGTH = 160;

/**
 * Adds the commands, errors, stack frames, names and settings of an entry. A command keeps the
 * outcome of its last run; one that the answer rejects was not run. Its errors are removed once the
 * same command or call, or another command with the same programs, succeeds.
 */
export function addFacts(
  draft: FactDraft,
  segments: readonly SegmentWithValues[],
  seq: number,
): void {
  for (const segment of segments) {
    const facts = extractFacts(segment);
    noteCall(draft, segment, facts);
    const of = segment.spoken ? undefined : draft.calls.get(segment.callId ?? FENCED);
    if (of !== undefined) {
      if (isRefusal(segment.text)) dropRefused(draft, segment.callId ?? FENCED);
      else noteResult(draft, of, segment);
    }
    for (const { kind, value, start } of facts) {
      const statistics = statisticsOf(draft.statisticsByValue, value, kind, seq);
      // A repeated item becomes the newest.
      draft.statisticsByValue.delete(value);
      draft.statisticsByValue.set(value, statistics);
      const from = segment.start + start;
      if (countOccurrence(statistics, segment, seq))
        addPlace(statistics, seq, from, from + value.length);
      if (of !== undefined) statistics.item.of = of;
      else if (kind === 'command') awaitResult(statistics.item, segment.callId ?? FENCED);
      if (isFailure(statistics.item)) draft.failures.add(value);
    }
    addSettings(draft, segment, { seq, of });
  }
}

/** A draft that starts with carried items, including calls without a result. */
export function carriedFacts(items: readonly LedgerItem[]): FactDraft {
  const calls = new Map<string, string>();
  for (const { kind, value, of } of items) {
    if (kind === 'command' && of !== undefined) calls.set(of, value);
  }
  return {
    statisticsByValue: new Map(items.map((item) => [item.value, fromLedgerItem(item)])),
    calls,
    failures: new Set(items.filter(isFailure).map(({ value }) => value)),
    settings: settingValues(items),
  };
}

function isFailure({ kind }: LedgerItem): boolean {
  return kind === 'error' || kind === 'frame';
}

function awaitResult(command: LedgerItem, callId: string): void {
  command.of = callId;
  delete command.state;
}

/** A command that did not run was not run once more. */
function dropRefused({ statisticsByValue, calls }: FactDraft, call: string): void {
  calls.delete(call);
  for (const [value, statistics] of statisticsByValue) {
    const { kind, of, occurrences } = statistics.item;
    if (kind !== 'command' || of !== call) continue;
    if (occurrences <= 1) {
      statisticsByValue.delete(value);
      continue;
    }
    const item = ownItem(statistics);
    item.occurrences--;
    delete item.of;
  }
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

function noteResult(
  { statisticsByValue, failures }: FactDraft,
  of: string,
  { text, failed = false }: Segment,
): void {
  const runFailed = hasFailed({ command: of, output: text, isError: failed });
  const command = statisticsByValue.get(of);
  if (command?.item.kind === 'command') {
    const item = ownItem(command);
    item.state = runFailed ? 'failed' : 'ok';
    delete item.of;
  }
  if (runFailed) return;
  let programs: string[] | undefined;
  for (const value of failures) {
    const { of: failedCall } = statisticsByValue.get(value)?.item ?? {};
    if (failedCall === undefined) continue;
    if (failedCall === of || runsAll((programs ??= programsOf(of)), failedCall)) {
      statisticsByValue.delete(value);
      failures.delete(value);
    }
  }
}

/** The newest items of each kind, up to the limits of a ledger. */
export function boundedFacts(statisticsByValue: StatisticsByValue): LedgerItem[] {
  const kept: LedgerItem[] = [];
  const counts = new Map<string, number>();
  for (const statistics of [...statisticsByValue.values()].toReversed()) {
    const { kind } = statistics.item;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= (MAX_FACTS[kind as FactKind] ?? 0)) kept.push(toLedgerItem(statistics));
  }
  return kept.toReversed();
}

/** How many settings a ledger will carry. */
export function countSettings({ statisticsByValue }: FactDraft): number {
  let count = 0;
  for (const { item } of statisticsByValue.values()) if (item.kind === 'setting') count++;
  return Math.min(count, MAX_FACTS.setting);
}
