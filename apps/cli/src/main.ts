#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { CommandContext } from './commands/command-context.js';
import { errorText } from './output/error-text.js';
import { exitCodeOf, exitCodes } from './output/exit-code.js';
import { createProgram } from './program.js';
import { createTerminal } from './output/terminal.js';

const { stdout, stderr, env: environment } = process;
const terminal = createTerminal({ stdout, stderr, environment });
const context: CommandContext = { terminal, environment, exitCode: exitCodes.ok };

// Whoever reads our output has had enough (`| head`): not a failure of ours.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(context.exitCode);
  terminal.note(`error: The output cannot be written: ${error.message}`);
  process.exit(exitCodes.failure);
});
// Nor is it one that nobody reads our notes.
stderr.on('error', () => {});

try {
  const program = createProgram(context, readVersion());
  await program.parseAsync(process.argv);
} catch (error) {
  context.exitCode = exitCodeOf(error);
  // Commander has printed its own errors already.
  if (!(error instanceof CommanderError)) {
    // Loaded only now, since starting must stay quick.
    const { redactSecrets } = await import('@everlong/redaction');
    terminal.note(redactSecrets(`error: ${errorText(error)}`));
  } else if (error.code === 'everlong.usage') terminal.note(error.message);
}
terminal.clearLive();
await terminal.drained();
process.exit(context.exitCode);

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
