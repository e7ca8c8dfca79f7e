import { CommanderError } from 'commander';
import { isMissingFile } from './missing-file.js';

/** Exit codes, the same for every command. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  config: 4,
  provider: 5,
  overflow: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error for a wrong use of the command line. */
export function usageError(message: string): CommanderError {
  return new CommanderError(exitCodes.usage, 'everlong.usage', `error: ${message}`);
}

/** An error for text on stdin in another encoding. */
export function notUtf8(what: string): CommanderError {
  return usageError(
    `${what} on stdin is not UTF-8 text. Convert it first, for example with iconv -f latin1 -t utf-8.`,
  );
}

/** What Ctrl-C throws, in a question for example. */
export function interruption(message = 'Interrupted.'): CommanderError {
  return new CommanderError(exitCodes.interrupted, 'everlong.interrupted', message);
}

/** The exit code of a command that went on after failures: the one that they share, else 1. */
export function sharedExitCode(failures: readonly ExitCode[]): ExitCode {
  const [first = exitCodes.ok] = failures;
  return failures.every((code) => code === first) ? first : exitCodes.failure;
}

/** The exit code for an error; a missing file as its cause means `notFound`. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.code === 'everlong.interrupted') return exitCodes.interrupted;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  if (isMissingFile(error)) return exitCodes.notFound;
  if (!(error instanceof Error)) return exitCodes.failure;
  if (isMissingFile(error.cause)) return exitCodes.notFound;
  // By their codes, to avoid loading their classes.
  return exitCodeOfCode('code' in error ? error.code : undefined);
}

/** The exit code for the `code` of an error of everlong. */
export function exitCodeOfCode(code: unknown): ExitCode {
  if (code === 'session-not-found') return exitCodes.notFound;
  if (code === 'config') return exitCodes.config;
  return code === 'context-overflow' ? exitCodes.overflow : exitCodes.failure;
}
