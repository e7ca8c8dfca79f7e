import type { LineTally, PolicyTally } from '../report/policy-tally.js';
import { ageGroup } from '../report/age-group.js';
import type { LineNeed, RecordedEdit } from './line-needs.js';
import type { Presence, RequestLines } from './request-lines.js';

/**
 * Books which needed lines a request shows, and returns those that are present; without a request
 * there are none. `yardstick` are those that `newest` shows: what it lacks is at risk, what it
 * shows and this request does not is regretted. Without it the request is the yardstick's own.
 */
export function scoreLines(
  tally: LineTally,
  needs: readonly LineNeed[],
  yardstick: ReadonlySet<LineNeed> | undefined,
  request: RequestLines | undefined,
): Set<LineNeed> {
  const present = new Set<LineNeed>();
  for (const need of needs) {
    const presence: Presence = request?.find(need) ?? 'absent';
    if (presence === 'present') present.add(need);
    const isAtRisk = yardstick === undefined ? presence !== 'present' : !yardstick.has(need);
    const isRegretted = yardstick !== undefined && !isAtRisk && presence !== 'present';
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

/** Books where the old texts of the edits of a recorded message are in the request before it. */
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
