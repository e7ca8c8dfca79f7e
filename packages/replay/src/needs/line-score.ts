import type { LineTally, PolicyTally } from '../report/policy-tally.js';
import { ageGroup } from '../report/age-group.js';
import type { LineNeed, RecordedEdit } from './line-needs.js';
import type { Presence, RequestLines } from './request-lines.js';

/**
 * Counts the needed lines that a request shows, and returns those that are present; without a
 * request there are none. `baseline` are those that `newest` shows: lines it lacks are at risk,
 * lines it shows and this request lacks count as regret. Without it the request is the baseline's
 * own.
 */
export function scoreLines(
  tally: LineTally,
  needs: readonly LineNeed[],
  baseline: ReadonlySet<LineNeed> | undefined,
  request: RequestLines | undefined,
): Set<LineNeed> {
  const present = new Set<LineNeed>();
  for (const need of needs) {
    const presence: Presence = request?.find(need) ?? 'absent';
    if (presence === 'present') present.add(need);
    const isAtRisk = baseline === undefined ? presence !== 'present' : !baseline.has(need);
    const isRegretted = baseline !== undefined && !isAtRisk && presence !== 'present';
    const key = `${need.kind} ${ageGroup(need.age)}`;
    const source = (tally.bySource[key] ??= { needed: 0, present: 0, stale: 0, regret: 0 });
    for (const counts of [tally, source]) {
      counts.needed++;
      if (presence === 'present') counts.present++;
      if (presence === 'stale') counts.stale++;
      if (isRegretted) counts.regret++;
    }
    if (!isAtRisk) continue;
    tally.atRisk.needed++;
    if (presence === 'present') tally.atRisk.present++;
    if (presence === 'stale') tally.atRisk.stale++;
  }
  if (needs.length > 0) {
    tally.requests++;
    tally.recallSum += present.size / needs.length;
  }
  return present;
}

/** Counts whether the old texts of a recorded message's edits are in the request before it. */
export function scoreEdits(
  { edits: tally }: PolicyTally,
  edits: readonly RecordedEdit[],
  request: RequestLines | undefined,
): void {
  for (const edit of edits) {
    tally.edits++;
    tally[request?.findEdit(edit) ?? 'absent']++;
  }
}
