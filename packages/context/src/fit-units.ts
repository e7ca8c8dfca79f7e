import { fitItems } from '@everlong/budget';

import type { Counter } from './counter.js';
import { MIN_MESSAGE_TOKENS, shrinkUnit, tokensOf } from './shrink-unit.js';
import type { Unit } from './unit.js';

/** A unit of the next epoch, and the most tokens it may take when it had to be cut. */
export interface KeptUnit {
  unit: Unit;
  maxTokens?: number;
  tokens: number;
}

export interface FitOptions {
  /** What all units together may take. */
  maxTokens: number;
  /** What the latest user message may take, if need be beyond `maxTokens`. */
  maxUserTokens: number;
  counter: Counter;
}

/**
 * Makes units (oldest first) fit: the largest are cut first, then the oldest go. The latest user
 * message stays whole as long as it fits alone; what it takes beyond its share, the others lose.
 */
export function fitUnits(
  units: readonly Unit[],
  latestUser: Unit | undefined,
  { maxTokens, maxUserTokens, counter }: FitOptions,
): KeptUnit[] {
  const userTokens = Math.min(latestUser?.tokens ?? 0, maxUserTokens);
  const others = units.filter((unit) => unit !== latestUser && unit.messages.length > 0);
  const { allowances } = fitItems(
    others.map((unit) => ({
      tokens: unit.tokens,
      minTokens: unit.messages.length * MIN_MESSAGE_TOKENS,
    })),
    maxTokens - userTokens,
  );
  const allowed = new Map(others.map((unit, index) => [unit, allowances[index] ?? 0]));
  if (latestUser !== undefined) allowed.set(latestUser, userTokens);
  return units.flatMap((unit) => cutUnit(unit, allowed.get(unit) ?? 0, counter));
}

function cutUnit(unit: Unit, maxTokens: number, counter: Counter): KeptUnit[] {
  if (unit.messages.length === 0) return [];
  if (maxTokens >= unit.tokens) return [{ unit, tokens: unit.tokens }];
  const rendered = maxTokens <= 0 ? undefined : shrinkUnit(unit, maxTokens, counter);
  if (rendered === undefined) return [];
  return [{ unit, maxTokens, tokens: tokensOf(rendered, counter) }];
}
