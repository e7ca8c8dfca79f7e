import { redactSecrets } from '@everlong/redaction';

import type { Action } from './action.js';
import { failureSigns, hasFailed, MAX_READ } from '../reading/failed-run.js';
import { isRefusal } from '../reading/refusals.js';

/**
 * Notes in the actions of a call what its answer says: that they did not take place, or that the
 * call failed. Of a shell command that failed in the end, what came before its last part took place
 * unless the answer complains about its file.
 */
export function settleActions(actions: readonly Action[], answer: string, isError: boolean): void {
  if (actions.length === 0) return;
  if (isRefusal(answer)) {
    // "One block failed to match, the other one was applied successfully."
    const isPartly = /\bapplied successfully\b/.test(answer);
    for (const action of actions) {
      if (isPartly && !answer.includes(action.target)) continue;
      Object.assign(action, { error: firstLine(answer), refused: true });
    }
    return;
  }
  const command = actions.findLast(({ verb }) => verb === 'ran')?.target;
  if (!hasFailed({ command, output: answer, isError })) return;
  const error = errorLine(answer);
  const lines = answer.slice(0, MAX_READ).split('\n');
  const complains = (target: string): boolean =>
    lines.some((line) => line.includes(target) && complaint.test(line));
  for (const action of actions) {
    if (action.followed !== true || complains(action.target)) action.error = error;
  }
}

const complaint = /No such file|cannot|can't|denied|unable|error:|not found/i;

/**
 * The most informative line of a failed result: the last one that names a failure, else the last
 * one.
 */
function errorLine(output: string): string {
  const lines = output
    .slice(0, MAX_READ)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const [named] = failureSigns.flatMap((sign) => lines.findLast((line) => sign.test(line)) ?? []);
  return redactSecrets(named ?? lines.at(-1) ?? 'failed');
}

/** Why something did not take place is said first. */
function firstLine(answer: string): string {
  const lines = answer.slice(0, MAX_READ).split('\n');
  return redactSecrets(lines.map((line) => line.trim()).find((line) => /\w/.test(line)) ?? '');
}
