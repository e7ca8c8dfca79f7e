import type { SummarizeInput } from '@everlong/core';

/**
 * Selects the lines that a snapshot must show: all, or with `beside` those that the visible text
 * does not contain as list items.
 */
export function unseenFilter({
  beside = false,
  visibleText = '',
}: Pick<SummarizeInput, 'beside' | 'visibleText'>): (lines: readonly string[]) => string[] {
  if (!beside) return (lines) => [...lines];
  const shown = new Set(visibleText.split('\n'));
  return (lines) => lines.filter((line) => !shown.has(`- ${line}`));
}
