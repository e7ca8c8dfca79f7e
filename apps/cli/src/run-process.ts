import { exitCodes } from './errors/exit-code.js';
import { run } from './run.js';

/** Runs the process's own command line and ends the process with its exit code. */
export async function runProcess(): Promise<never> {
  const { argv, stdin, stdout, stderr, env } = process;
  // A reader that closes the pipe early, such as `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    stderr.write(`error: The output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.failure);
  });
  // A closed stderr must not end the command.
  stderr.on('error', () => {});
  process.exit(await run(argv.slice(2), { stdin, stdout, stderr, env, cwd: currentFolder() }));
}

/** The current folder; ends the process where it was removed, of which Node tells a stack trace. */
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
