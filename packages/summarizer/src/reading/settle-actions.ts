import { reportedExitCode } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { ends, EXIT_CODE_REACH } from './ends.js';
import type { Action } from './action.js';
import { isRefusal } from './refusals.js';

/** Programs whose exit code 1 says that nothing was found or that texts differ. */
const searching = /(?:^|[|;&\n(]) *(?:git )?(?:grep|rg|ag|ack|diff|which|pgrep)\b[^|;&\n]*$/;

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
      Object.assign(action, { error: errorLine(answer), refused: true });
    }
    return;
  }
  const code = exitCode(actions, answer);
  if (!isError && (code === undefined || code === 0)) return;
  const command = actions.findLast(({ verb }) => verb === 'ran')?.target ?? '';
  if ((code ?? 1) === 1 && searching.test(command.trimEnd()) && !namesFailure(answer)) return;
  const error = errorLine(answer);
  const lines = answer.slice(0, MAX_READ).split('\n');
  const complains = (target: string): boolean =>
    lines.some((line) => line.includes(target) && complaint.test(line));
  for (const action of actions) {
    if (action.followed !== true || complains(action.target)) action.error = error;
  }
}

const MAX_READ = 20_000;
const complaint = /No such file|cannot|can't|denied|unable|error:|not found/i;

/** The exit code of a shell command's answer. */
function exitCode(actions: readonly Action[], answer: string): number | undefined {
  if (!actions.some(({ verb }) => verb === 'ran')) return undefined;
  return reportedExitCode(ends(answer, EXIT_CODE_REACH).join('\n'));
}

/** Patterns that name a failure, best first. */
const failureSigns = [
  /\b\w*(?:Error|Exception)\b(?: \[\w+\])?:|\berror(?:\[\w+\]| [A-Z]+\d+)?:/,
  /(?:error|exception|fatal|denied|not found|no such file|cannot)\b/i,
];

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

function namesFailure(output: string): boolean {
  return failureSigns.some((sign) => sign.test(output.slice(0, MAX_READ)));
}
