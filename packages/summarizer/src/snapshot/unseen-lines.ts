import type { SummarizeInput } from '@everlong/core';

/**
 * The lines that a snapshot has to say: all of them, or where it stands beside others that go on
 * being sent, those that these do not hold as lines of a list.
 */
export function unseenLines(
  lines: readonly string[],
  { beside = false, visibleText = '' }: Pick<SummarizeInput, 'beside' | 'visibleText'>,
): string[] {
  if (!beside) return [...lines];
  const told = new Set(visibleText.split('\n'));
  return lines.filter((line) => !told.has(`- ${line}`));
}
