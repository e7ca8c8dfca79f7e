import type { DateMention } from '../text/date-mentions.js';

/** People talk about what happened a few days ago. */
const DAYS_AROUND = 3;

/**
 * How well an ISO 8601 date fits those that a query names: `period` is 1 in the same month, ½ if
 * only the year is named; `day` is 1 within three days.
 */
export function dateSigns(
  date: string,
  mentions: readonly DateMention[],
): { period: number; day: number } {
  let period = 0;
  let day = 0;
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  for (const mention of mentions) {
    if (mention.year !== undefined && mention.year !== year) continue;
    if (mention.month !== undefined && mention.month !== month) continue;
    period = Math.max(period, mention.month === undefined ? 0.5 : 1);
    const distance = Math.abs(Number(date.slice(8, 10)) - (mention.day ?? Infinity));
    if (distance <= DAYS_AROUND) day = 1;
  }
  return { period, day };
}

/** The range of days that a mention covers, three more around a day; none without a month. */
export function dateRange({ year, month, day }: DateMention): { from: string; before: string }[] {
  if (year === undefined || month === undefined) return [];
  const at = (atDay: number, atMonth = month): string =>
    new Date(Date.UTC(year, atMonth - 1, atDay)).toISOString().slice(0, 10);
  if (day === undefined) return [{ from: at(1), before: at(1, month + 1) }];
  return [{ from: at(day - DAYS_AROUND), before: at(day + DAYS_AROUND + 1) }];
}
