import type { RequestPlan } from '@everlong/context';
import { formatNumber } from './format-number.js';

/** How every entry was sent, as a table. */
export function planLines(ranges: RequestPlan['ranges']): string[] {
  const rows = ranges.map(({ from, to, disposition, tokens: size, reason }) => [
    from === to ? String(from) : `${from}-${to}`,
    disposition,
    formatNumber(size),
    reason,
  ]);
  const table = [['entries', 'sent as', 'tokens', 'why'], ...rows];
  const width = (column: number): number =>
    Math.max(...table.map((row) => (row[column] ?? '').length));
  const [entries, fate, size] = [width(0), width(1), width(2)];
  return table.map(
    ([first = '', second = '', third = '', why = '']) =>
      `${first.padEnd(entries)}  ${second.padEnd(fate)}  ${third.padStart(size)}  ${why}`,
  );
}
