import type { LedgerItem } from '@everlong/core';

import { extractSettings } from './extract-settings.js';
import type { SegmentWithValues } from './segment-values.js';
import {
  addPlace,
  countOccurrence,
  type StatisticsByValue,
  statisticsOf,
} from './value-statistics.js';

/** The settings with each key, such as `port: 8080` and `port=3000`. */
export type SettingValues = Map<string, Set<string>>;

interface SettingsDraft {
  statisticsByValue: StatisticsByValue;
  settings: SettingValues;
}

/** The settings of a ledger by their keys. */
export function settingValues(items: readonly LedgerItem[]): SettingValues {
  const settings: SettingValues = new Map();
  for (const { kind, name, value } of items) {
    if (kind === 'setting' && name !== undefined) withKey(settings, name).add(value);
  }
  return settings;
}

function withKey(settings: SettingValues, name: string): Set<string> {
  const values = settings.get(name) ?? new Set();
  settings.set(name, values);
  return values;
}

/**
 * Adds the settings of a segment. A setting stated by the user or the assistant replaces all others
 * with its key; one in tool output replaces only those of the same call, since two files may each
 * have a `port`.
 */
export function addSettings(
  { statisticsByValue, settings: known }: SettingsDraft,
  segment: SegmentWithValues,
  { seq, of }: { seq: number; of: string | undefined },
): void {
  const settings = extractSettings(segment, of);
  const stated = new Map(settings.map(({ name, value }) => [name, value]));
  for (const [name, value] of stated) {
    const values = withKey(known, name);
    for (const other of values) {
      if (other === value) continue;
      if (!segment.spoken && statisticsByValue.get(other)?.item.of !== of) continue;
      statisticsByValue.delete(other);
      values.delete(other);
    }
  }
  for (const { name, value, start } of settings) {
    const statistics = statisticsOf(statisticsByValue, value, 'setting', seq);
    // A repeated item becomes the newest.
    statisticsByValue.delete(value);
    statisticsByValue.set(value, statistics);
    const from = segment.start + start;
    if (countOccurrence(statistics, segment, seq))
      addPlace(statistics, seq, from, from + value.length);
    statistics.item.name = name;
    if (of !== undefined && statistics.item.spokenUses === 0) statistics.item.of = of;
    else delete statistics.item.of;
    if (statistics.item.kind === 'setting') withKey(known, name).add(value);
  }
}
