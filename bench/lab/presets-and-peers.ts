/** Which of the lab's policies are presets, and which peers are compared with them. */
import { policyNames } from '@everlong/context';

import type { LabResult } from './rows.ts';

/** The default; the other places of its dial are called `everlong (…)`. */
export const DEFAULT_POLICY = 'everlong';

/** Of 100 requests, as many may be over the budget or not made at all. */
const MOST_UNFIT = 1;

/** Whether a policy is one of the engine's, the default and the other places of its dial apart. */
export function isPreset(policy: string): boolean {
  return policy !== DEFAULT_POLICY && policyNames.some((name) => name === policy);
}

/** Whether it is another context manager's. */
export function isPeer(policy: string): boolean {
  return !isPreset(policy) && !policy.startsWith(DEFAULT_POLICY);
}

/** Other context managers whose requests fit; one that sends too much is not compared. */
export function fittingPeers(
  policies: readonly [string, LabResult[]][],
): readonly [string, LabResult[]][] {
  return policies.filter(([policy, sessions]) => isPeer(policy) && fits(sessions));
}

function fits(sessions: readonly LabResult[]): boolean {
  const requests = sessions.reduce((sum, { result }) => sum + result.requests, 0);
  const unfit = sessions.reduce((sum, { result }) => sum + result.refused + result.overBudget, 0);
  return unfit * 100 <= requests * MOST_UNFIT;
}
