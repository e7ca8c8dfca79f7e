import type { LedgerItem } from '@everlong/core';

import type { SegmentWithValues } from './segment-values.js';
import { newText, oldText } from './removed-values.js';
import { statedReplacements, type StatedValue, statedValues } from './stated-values.js';
import { ownItem, type StatisticsByValue } from './value-statistics.js';

/** The maximum number of replaced values that an item lists. */
const MAX_REPLACED = 3;

/** The current value of each name, and the values that were replaced. */
export interface Replacements {
  named: Map<string, string>;
  /** Replaced values and what replaced them. */
  gone: Map<string, string>;
}

/** Reads the replacements from a carried ledger. */
export function readReplacements(ledger: readonly LedgerItem[]): Replacements {
  const named = new Map<string, string>();
  const gone = new Map<string, string>();
  for (const { value, name, replaced = [] } of ledger) {
    if (name !== undefined) named.set(name, value);
    for (const old of replaced) gone.set(old.value, value);
  }
  return { named, gone };
}

/**
 * Removes the values that an entry replaces. Evidence is a new value under the same name, given by
 * the user, by a command or by an edit that removes the old one, or words such as `8080 instead of
 * 3000`. A replaced value returns when the user or the assistant uses it again.
 */
export function addReplacements(
  statisticsByValue: StatisticsByValue,
  { named, gone }: Replacements,
  segments: readonly SegmentWithValues[],
  seq: number,
): void {
  const replace = (old: string, by: string): void => {
    const statistics = statisticsByValue.get(by);
    if (old === by || statistics === undefined) return;
    const before = statisticsByValue.get(old)?.item.replaced ?? [];
    const replaced = [{ value: old, seq }, ...(statistics.item.replaced ?? []), ...before];
    const others = replaced.filter(
      ({ value }, index) =>
        value !== by && replaced.findIndex((other) => other.value === value) === index,
    );
    ownItem(statistics).replaced = others.slice(0, MAX_REPLACED);
    statisticsByValue.delete(old);
    gone.delete(by);
    gone.set(old, by);
  };
  const state = ({ name, value }: StatedValue): void => {
    const old = named.get(name);
    named.set(name, value);
    const statistics = statisticsByValue.get(value);
    if (statistics !== undefined) ownItem(statistics).name = name;
    if (old !== undefined && statisticsByValue.get(old)?.item.name === name) replace(old, value);
  };

  for (const { text, speaker, spoken, lead, values } of segments) {
    if (!spoken || values.length === 0) continue;
    revive(values, gone, statisticsByValue);
    if (lead === '') for (const { old, by } of statedReplacements(text, values)) replace(old, by);
    if (lead === '' ? speaker === 'user' : commandLead.test(lead)) {
      for (const stated of statedValues(text, values)) state(stated);
    }
  }
  for (const [before, after] of edits(segments)) {
    const left = statedValues(before.text, before.values);
    const right = statedValues(after.text, after.values);
    for (const stated of right) {
      const old = left.find(({ name }) => name === stated.name);
      if (old === undefined || right.some(({ value }) => value === old.value)) continue;
      named.set(stated.name, stated.value);
      const statistics = statisticsByValue.get(stated.value);
      if (statistics !== undefined) ownItem(statistics).name = stated.name;
      replace(old.value, stated.value);
    }
  }
}

const commandLead = / (?:command|cmd|commands)$/;
/** The removed and the inserted texts of each edit. */
function edits(
  segments: readonly SegmentWithValues[],
): [before: SegmentWithValues, after: SegmentWithValues][] {
  return segments.flatMap((segment, index): [SegmentWithValues, SegmentWithValues][] => {
    if (!oldText.test(segment.lead)) return [];
    const next = segments
      .slice(index + 1)
      .find(({ callId, lead }) => callId === segment.callId && newText.test(lead));
    return next === undefined ? [] : [[segment, next]];
  });
}

function revive(
  values: readonly { value: string }[],
  gone: Map<string, string>,
  statisticsByValue: StatisticsByValue,
): void {
  if (gone.size === 0) return;
  for (const { value } of values) {
    const by = gone.get(value);
    if (by === undefined) continue;
    gone.delete(value);
    const statistics = statisticsByValue.get(by);
    const replaced = statistics?.item.replaced;
    if (statistics !== undefined && replaced !== undefined)
      ownItem(statistics).replaced = replaced.filter((old) => old.value !== value);
  }
}
