import type { Entry } from '@everlong/core';

import { truncateText } from '../truncation/truncate-text.js';

export interface Instructions {
  text: string;
  tokens: number;
  /** Tokens of what is left of the log's own `system` entries. */
  headTokens: number;
  /** Whether the log's own `system` entries are all there, cut, or left out for want of room. */
  head: 'verbatim' | 'truncated' | 'dropped';
}

/** Sent where there are no instructions: providers reject empty ones. */
export const DEFAULT_INSTRUCTIONS =
  'Earlier parts of this conversation may be summarized or left out.';

/** Tokens around the instructions in a request, and those that open the reply. */
const FRAME_TOKENS = 8;

/** Below this there is no room for anything useful of `system` entries that have to be cut. */
const MIN_HEAD_TOKENS = 24;

/**
 * The instructions of a request: the `system` entries at the head of the log, cut to `headTokens`,
 * then the caller's, then the snapshot where it is placed here.
 */
export function renderInstructions(
  {
    head,
    caller = '',
    summary = '',
  }: { head: readonly Entry[]; caller?: string | undefined; summary?: string },
  headTokens: number,
  count: (text: string) => number,
): Instructions {
  const whole = headText(head);
  const cut = cutHead(whole, headTokens, count);
  const given = [cut, caller, summary]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .toWellFormed();
  const text = given === '' ? DEFAULT_INSTRUCTIONS : given;
  const kept = cut === whole ? 'verbatim' : 'truncated';
  return {
    text,
    tokens: count(text) + FRAME_TOKENS,
    headTokens: cut === '' ? 0 : count(cut),
    head: cut === '' && whole !== '' ? 'dropped' : kept,
  };
}

function cutHead(whole: string, maxTokens: number, count: (text: string) => number): string {
  if (count(whole) <= maxTokens) return whole;
  return maxTokens < MIN_HEAD_TOKENS ? '' : truncateText(whole, maxTokens, count);
}

/** The text of the `system` entries that open a log. */
export function headText(head: readonly Entry[]): string {
  return head
    .map(({ message }) => (message.role === 'system' ? message.content : ''))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}
