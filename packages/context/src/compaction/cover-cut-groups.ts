import type { EpochCandidates } from './epoch-candidates.js';
import { fitBeside } from './fit-epoch.js';
import type { CompactionDecision } from '../policies/policy.js';
import type { RequestView } from '../request/request-view.js';

/**
 * With a range for the snapshot that ends behind the groups that will have no room beside it, so
 * that nothing between the snapshot and what is kept is in neither.
 */
export function coverCutGroups(
  view: RequestView,
  decision: CompactionDecision,
  candidates: EpochCandidates,
): EpochCandidates {
  const { firstKeptSeq, groups, free } = candidates;
  const { action, snapshotTokens = 0, beside } = decision;
  if (action !== 'snapshot') return candidates;
  const tokens = Math.max(0, Math.min(free, Math.max(snapshotTokens, beside?.totalTokens ?? 0)));
  const fitted = new Set(fitBeside(view, candidates, { tokens }).map(({ group }) => group.from));
  const cut = groups.filter(({ from }) => from >= firstKeptSeq && !fitted.has(from));
  const last = cut.at(-1);
  if (last === undefined) return candidates;
  const left = new Set(cut);
  const visible = groups.filter((group) => !left.has(group)).flatMap(({ messages }) => messages);
  return { ...candidates, firstKeptSeq: last.to + 1, visible };
}
