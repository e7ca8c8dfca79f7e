import { extractSettings } from './extract-settings.js';
import type { SegmentWithValues } from './segment-values.js';
import {
  addPlace,
  countOccurrence,
  type StatisticsByValue,
  statisticsOf,
} from './value-statistics.js';

/**
 * Adds the settings of a segment. A setting stated by the user or the assistant replaces all others
 * with its key; one in tool output replaces only those of the same call, since two files may each
 * have a `port`.
 */
export function addSettings(
  statisticsByValue: StatisticsByValue,
  segment: SegmentWithValues,
  { seq, of }: { seq: number; of: string | undefined },
): void {
  const settings = extractSettings(segment, of);
  if (settings.length === 0) return;
  const stated = new Map(settings.map(({ name, value }) => [name, value]));
  for (const [value, { item }] of statisticsByValue) {
    if (item.kind !== 'setting' || item.name === undefined) continue;
    const now = stated.get(item.name);
    if (now === undefined || now === value) continue;
    if (segment.spoken || item.of === of) statisticsByValue.delete(value);
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
  }
}
