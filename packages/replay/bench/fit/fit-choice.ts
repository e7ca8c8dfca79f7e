/** Chooses settings without the source that they are then measured on. */
import type { PolicySettings } from '@everlong/context';

/** What a candidate came to in one source. */
export interface SourceScore {
  /** Cost to finish, as a share of what `newest` costs. */
  cost: number;
  readAgainPer100: number;
  unmetPer100: number;
}

/** Settings, and their scores by source. */
export interface Candidate {
  name: string;
  settings: Partial<PolicySettings>;
  scores: Readonly<Record<string, SourceScore>>;
}

/** What is chosen when one source is left out. */
export interface Choice {
  name: string;
  settings: Partial<PolicySettings>;
  /** By how much it beats the default on the other sources, and how far these differ in that. */
  win: number;
  spread: number;
  /** False: the win is smaller than the spread, so that the default stays. */
  tuned: boolean;
  /**
   * Mean cost of the other sources, and cost of the one left out: the default's and the choice's.
   */
  fitted: { default: number; chosen: number };
  leftOut: { default: number; chosen: number };
}

/**
 * The candidate that is cheapest on average over all sources but one, of those that on average read
 * nothing more again and leave no more needs unmet than the default, which is the first candidate.
 */
export function chooseWithout(source: string, candidates: readonly Candidate[]): Choice {
  const [usual] = candidates;
  if (usual === undefined) throw new Error('There is nothing to choose from.');
  const others = Object.keys(usual.scores).filter((name) => name !== source);
  const average = ({ scores }: Candidate, of: (score: SourceScore) => number): number =>
    mean(others.flatMap((name) => (scores[name] === undefined ? [] : [of(scores[name])])));
  const cost = ({ cost: share }: SourceScore): number => share;
  const reads = (score: SourceScore): number => score.readAgainPer100;
  const unmet = (score: SourceScore): number => score.unmetPer100;
  const allowed = candidates.filter(
    (one) =>
      average(one, reads) <= average(usual, reads) && average(one, unmet) <= average(usual, unmet),
  );
  const best = allowed.reduce((soFar, one) =>
    average(one, cost) < average(soFar, cost) ? one : soFar,
  );
  const wins = others.map((name) => costIn(usual, name) - costIn(best, name));
  const win = mean(wins);
  const spread = Math.sqrt(mean(wins.map((one) => (one - win) ** 2)));
  const tuned = win > spread;
  const chosen = tuned ? best : usual;
  return {
    name: best.name,
    settings: best.settings,
    win,
    spread,
    tuned,
    fitted: { default: average(usual, cost), chosen: average(chosen, cost) },
    leftOut: { default: costIn(usual, source), chosen: costIn(chosen, source) },
  };
}

function costIn({ scores }: Candidate, source: string): number {
  return scores[source]?.cost ?? 0;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
