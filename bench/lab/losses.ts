/** Where the default is behind. */
import type { Spread } from '@everlong/replay';

import { type Figure, figures } from './figures.ts';
import { byPolicy, type WindowResults } from './groups.ts';
import { DEFAULT_POLICY, fittingPeers, isPreset } from './presets-and-peers.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';

/**
 * A row for each window and figure by which a preset, `newest` or a peer whose requests fit is ahead
 * of the default: the window, the figure, the default's value, the best preset, the best peer.
 * `full` and the other places of the dial are not compared.
 */
export function lossesOf([window, results]: WindowResults): string[][] {
  const policies = byPolicy(results);
  const own = policies.find(([policy]) => policy === DEFAULT_POLICY)?.[1];
  if (own === undefined) return [];
  const presets = policies.filter(([policy]) => isPreset(policy) && policy !== 'full');
  const peers = fittingPeers(policies);
  // Regret is counted against `newest`, which has none.
  const compared = figures.filter(({ title }) => title !== 'regret');
  return compared.flatMap((figure) => {
    const mine = spread(own, figure);
    const preset = best(figure, presets, mine);
    const peer = best(figure, peers, mine);
    if (mine.sum === null || (preset === undefined && peer === undefined)) return [];
    const name = window.toLocaleString('en-US');
    return [[name, figure.title, show(mine.sum, figure), preset ?? '–', peer ?? '–']];
  });
}

/** The best of the others, if it is better than what is given. */
function best(
  figure: Figure,
  others: readonly [string, LabResult[]][],
  mine: Spread,
): string | undefined {
  let found: [string, Spread] | undefined;
  for (const [policy, sessions] of others) {
    const next = spread(sessions, figure);
    if (isBetter(figure, next, found?.[1] ?? mine)) found = [policy, next];
  }
  return found && `${show(found[1].sum, figure)} \`${found[0]}\``;
}

function isBetter({ title }: Figure, one: Spread, other: Spread): boolean {
  if (one.sum === null || other.sum === null) return false;
  const isLess = /cost|again|unmet|stale|regret|extra/.test(title);
  return isLess ? one.sum < other.sum : one.sum > other.sum;
}
