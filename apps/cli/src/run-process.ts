import { exitCodes } from './errors/exit-code.js';
import { run } from './run.js';

/** Runs the process's own command line and ends the process with its exit code. */
export async function runProcess(): Promise<never> {
  const { argv, stdin, stdout, stderr, env } = process;
  let isUnread = false;
  // A reader that closes the pipe early, such as `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isUnread) return;
    if (error.code === 'EPIPE') {
      isUnread = true;
      // A chat keeps what was said of its answer, as when it is asked to end.
      if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(exitCodes.ok);
      return;
    }
    stderr.write(`error: The output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.failure);
  });
  // A closed stderr must not end the command.
  stderr.on('error', () => {});
  const code = await run(argv.slice(2), { stdin, stdout, stderr, env, cwd: currentFolder() });
  process.exit(isUnread ? exitCodes.ok : code);
}

/** The current folder; ends the process where it was removed, without the stack trace of Node. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `error: The current folder is gone (${problem}). Change to another one.\n`,
    );
    return process.exit(exitCodes.config);
  }
}
