import { exitCodes } from './output/exit-code.js';
import { run } from './run.js';

/** Runs the process's own command line and ends the process with its exit code. */
export async function runProcess(): Promise<never> {
  const { argv, stdin, stdout, stderr, env } = process;
  // Whoever reads our output has had enough (`| head`): not a failure of ours.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    stderr.write(`error: The output cannot be written: ${error.message}\n`);
    process.exit(exitCodes.failure);
  });
  // Nor is it one that nobody reads our notes.
  stderr.on('error', () => {});
  process.exit(await run(argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() }));
}
