import type { Entry } from '@everlong/core';

import { truncateText } from '../truncation/truncate-text.js';

/** The text of the `system` entries that open a log. */
export interface HeadText {
  readonly whole: string;
  /** As much of it as `maxTokens` by `count` hold; empty where that is nothing useful. */
  cutTo(maxTokens: number, count: (text: string) => number): string;
}

/** Below this there is no room for anything useful of a text that has to be cut. */
const MIN_TOKENS = 24;

/** The newest cut is kept: all requests of an epoch need the same. */
export function createHeadText(head: readonly Entry[]): HeadText {
  const whole = head
    .map(({ message }) => (message.role === 'system' ? message.content : ''))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  let newest: { maxTokens: number; count: unknown; text: string } | undefined;
  return {
    whole,
    cutTo(maxTokens, count) {
      if (newest?.maxTokens !== maxTokens || newest.count !== count) {
        const isUseful = maxTokens >= MIN_TOKENS || count(whole) <= maxTokens;
        const text = isUseful ? truncateText(whole, maxTokens, count) : '';
        newest = { maxTokens, count, text };
      }
      return newest.text;
    },
  };
}
