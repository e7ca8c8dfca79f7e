/** Where the default is behind at one window. */
import { policyNames } from '@everlong/context';
import type { Spread } from '@everlong/replay';

import { type Figure, figures } from './figures.ts';
import { byPolicy } from './groups.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';

const DEFAULT = 'everlong';

/** A peer of which more of 100 requests were none is not compared. */
const MOST_INVALID = 1;

/**
 * By which figures a preset, `newest` or a peer whose requests fit is ahead of the default; `full`
 * and the other places of the dial apart.
 */
export function lossesOf(results: readonly LabResult[]): string {
  const policies = byPolicy(results);
  const own = policies.find(([policy]) => policy === DEFAULT)?.[1];
  if (own === undefined) return 'not measured';
  const presets = policies.filter(([policy]) => isPreset(policy) && policy !== 'full');
  const peers = policies.filter(
    ([policy, sessions]) => !isPreset(policy) && !policy.startsWith(DEFAULT) && fits(sessions),
  );
  // Regret is counted against `newest`, which has none.
  const compared = figures.filter(({ title }) => title !== 'regret');
  const behind = compared.flatMap((figure) => {
    const mine = spread(own, figure);
    const ahead = [presets, peers].flatMap((others) => best(figure, others, mine));
    return mine.sum === null || ahead.length === 0
      ? []
      : [`${figure.title}: ${show(mine.sum, figure)}, ${ahead.join(', ')}`];
  });
  return behind.length === 0 ? 'nowhere' : behind.join('; ');
}

function isPreset(policy: string): boolean {
  return policy !== DEFAULT && policyNames.some((name) => name === policy);
}

function fits(sessions: readonly LabResult[]): boolean {
  const requests = sessions.reduce((sum, { result }) => sum + result.requests, 0);
  const none = sessions.reduce((sum, { result }) => sum + result.refused + result.overBudget, 0);
  return none * 100 <= requests * MOST_INVALID;
}

/** The best of the others, where it is better than what is given. */
function best(figure: Figure, others: readonly [string, LabResult[]][], mine: Spread): string[] {
  let found: [string, Spread] | undefined;
  for (const [policy, sessions] of others) {
    const next = spread(sessions, figure);
    if (isBetter(figure, next, found?.[1] ?? mine)) found = [policy, next];
  }
  return found === undefined ? [] : [`\`${found[0]}\` ${show(found[1].sum, figure)}`];
}

function isBetter({ title }: Figure, one: Spread, other: Spread): boolean {
  if (one.sum === null || other.sum === null) return false;
  const isLess = /cost|again|unmet|stale|regret|extra/.test(title);
  return isLess ? one.sum < other.sum : one.sum > other.sum;
}
