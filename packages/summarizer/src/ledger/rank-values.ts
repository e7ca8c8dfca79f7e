import type { LedgerItem } from '@everlong/core';

import { isFact } from '../facts/ledger-facts.js';
import { likelihood } from './rank-ledger.js';
import { relatednessOf } from './relatedness.js';

/** A value that a snapshot may show. */
export interface RankedValue {
  item: LedgerItem;
  tokens: number;
}

export interface RankValuesOptions {
  count(text: string): number;
  /** The end of this text shows the current topic, which ranks related values higher. */
  newestText: string;
}

/** How much likelier an item is whose words all belong to the current topic. */
const RELATED_GAIN = 1;
/** Tokens per value for its share of a line. */
const SHARE_TOKENS = 1.2;

/**
 * The values of a ledger that are worth a line, those most likely to be used per token first. Left
 * out are facts, and numbers without a name that only tools put out.
 */
export function rankValues(
  ledger: readonly LedgerItem[],
  { count, newestText }: RankValuesOptions,
): RankedValue[] {
  const now = ledger.reduce((last, { lastSeq }) => Math.max(last, lastSeq), 0);
  const values = ledger.filter((item) => !isFact(item));
  const relatedness = relatednessOf(values, newestText, now);
  return values
    .flatMap((item, index) => {
      if (isMeaningless(item)) return [];
      const tokens = count(item.value);
      const related = 1 + RELATED_GAIN * (relatedness[index] ?? 0);
      return [{ item, tokens, worth: (likelihood(item, now) * related) / (tokens + SHARE_TOKENS) }];
    })
    .toSorted((left, right) => right.worth - left.worth);
}

/**
 * What so many tokens could give to others: those that the values leave, and those of names of code
 * that only tools put out, among the best values that they have room for.
 */
export function yieldingTokens(ranked: readonly RankedValue[], room: number): number {
  let taken = 0;
  let found = 0;
  for (const { item, tokens } of ranked) {
    taken += tokens + SHARE_TOKENS;
    if (taken > room) return found;
    if (item.kind === 'identifier' && item.spokenUses === 0) found += tokens;
  }
  return found + Math.floor(room - taken);
}

/** Whether it is a number without a name that only outputs of tools have. */
function isMeaningless({ kind, name, spokenUses }: LedgerItem): boolean {
  return kind === 'number' && name === undefined && spokenUses === 0;
}
