import type { SummarizeInput } from '@everlong/core';

/**
 * The lines that a snapshot must show: all, or with `beside` those that the visible text does not
 * contain as list items.
 */
export function unseenLines(
  lines: readonly string[],
  { beside = false, visibleText = '' }: Pick<SummarizeInput, 'beside' | 'visibleText'>,
): string[] {
  if (!beside) return [...lines];
  const shown = new Set(visibleText.split('\n'));
  return lines.filter((line) => !shown.has(`- ${line}`));
}
