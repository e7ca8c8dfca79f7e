import { reportedExitCode } from '@everlong/core/internal';

import { ends, EXIT_CODE_REACH } from './ends.js';

/** The maximum length of an output that is read. */
export const MAX_READ = 20_000;

/** Patterns that name a failure, best first. */
export const failureSigns: readonly RegExp[] = [
  /\b\w*(?:Error|Exception)\b(?: \[\w+\])?:|\berror(?:\[\w+\]| [A-Z]+\d+)?:/,
  /(?:error|exception|fatal|denied|not found|no such file|cannot)\b/i,
];

/** Programs whose exit code 1 says that nothing was found or that texts differ. */
const searching = /(?:^|[|;&\n(]) *(?:git )?(?:grep|rg|ag|ack|diff|which|pgrep)\b[^|;&\n]*$/;

/**
 * Whether a call failed, by its result or by the exit code in the output of its command. A search
 * without a hit is no failure.
 */
export function hasFailed({
  command,
  output,
  isError,
}: {
  command: string | undefined;
  output: string;
  isError: boolean;
}): boolean {
  const code =
    command === undefined ? undefined : reportedExitCode(ends(output, EXIT_CODE_REACH).join('\n'));
  if (!isError && (code === undefined || code === 0)) return false;
  const isSearch = searching.test(withoutQuotes(command ?? ''));
  return !isSearch || (code ?? 1) !== 1 || namesFailure(output);
}

function withoutQuotes(command: string): string {
  return command.replaceAll(/'[^']*'|"[^"]*"/g, 'quoted').trimEnd();
}

function namesFailure(output: string): boolean {
  return failureSigns.some((sign) => sign.test(output.slice(0, MAX_READ)));
}
