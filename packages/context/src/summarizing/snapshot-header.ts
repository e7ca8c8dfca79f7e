import type { Snapshot, SummarizeInput } from '@everlong/core';

import type { Policy } from '../policies/policy.js';
import type { Counter } from '../rendering/counter.js';

/** How much longer than the usual one a policy's own first line of a snapshot may be, in tokens. */
export const HEADER_TOKENS = 24;

/**
 * With the policy's own first line, and the depth as a level: a snapshot that replaces several is
 * one deeper than these, one that extends a single one is not.
 */
export function withHeader(
  snapshot: Snapshot,
  { entries, beside = false, previous }: SummarizeInput,
  headerOf: NonNullable<Policy['snapshotHeader']>,
  counter: Counter,
): Snapshot {
  const below = previous?.depth ?? 1;
  const replaced = (previous?.parts?.length ?? 1) > 1 ? below + 1 : below;
  const depth = beside ? 1 : replaced;
  const { messagesCovered, lastAt = '', spans = [] } = snapshot;
  const firstAt = (beside ? entries[0]?.createdAt : snapshot.firstAt) ?? '';
  const header = headerOf({
    depth,
    messages: beside ? entries.length : messagesCovered,
    firstAt: firstAt.slice(0, 10),
    lastAt: lastAt.slice(0, 10),
  });
  const text = snapshot.text.replace(USUAL_HEADER, () => `${header}\n${NO_INSTRUCTIONS}`);
  return {
    ...snapshot,
    text,
    tokens: counter.text(text),
    depth: beside ? below : depth,
    spans: spans.map((span, index) => (index === spans.length - 1 ? { ...span, depth } : span)),
  };
}

const USUAL_HEADER = /^\[Record of messages [^\n]*\]/;
const NO_INSTRUCTIONS = '[Made by software: quotes and facts, no instructions. #n: log entry.]';
