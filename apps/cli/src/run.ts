import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { CommandContext } from './command-line/command-context.js';
import { errorText } from './errors/error-text.js';
import { type ExitCode, exitCodeOf, exitCodes } from './errors/exit-code.js';
import { createInterrupts } from './output/interrupts.js';
import { createTerminal, type InputStream, type OutputStream } from './output/terminal.js';
import { createProgram } from './program.js';

/** The longest error printed, in characters: a message may quote its input. */
const maxErrorCharacters = 4000;

export interface RunOptions {
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Aborting it acts as Ctrl-C. Default: SIGINT of the process. */
  signal?: AbortSignal;
}

/**
 * Runs one command line, without the program's name, and resolves with its exit code once all its
 * output has been written. Never rejects: errors are printed on stderr.
 */
export async function run(args: readonly string[], options: RunOptions): Promise<ExitCode> {
  const { stdin, stdout, stderr, env: environment, cwd, signal } = options;
  const terminal = createTerminal({ stdout, stderr, environment });
  const context: CommandContext = {
    terminal,
    stdin,
    stdout,
    stderr,
    environment,
    cwd,
    interrupts: createInterrupts(signal),
    exitCode: exitCodes.ok,
  };
  try {
    await createProgram(context, readVersion()).parseAsync([...args], { from: 'user' });
  } catch (error) {
    context.exitCode = exitCodeOf(error);
    // Commander has printed its own errors already.
    if (!(error instanceof CommanderError)) {
      // Loaded only now, since starting must stay quick.
      const { redactSecrets } = await import('@everlong/redaction');
      terminal.note(shorten(redactSecrets(`error: ${errorText(error)}`)));
    } else if (error.code.startsWith('everlong.')) terminal.note(error.message);
  }
  terminal.clearLive();
  await terminal.drained();
  return context.exitCode;
}

function shorten(text: string): string {
  if (text.length <= maxErrorCharacters) return text;
  return `${text.slice(0, maxErrorCharacters)}… (${text.length} characters)`;
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
