import type { ExitCode } from '../exit-code.js';
import type { Terminal } from '../terminal.js';

/** What every command is given: where to write, and where to leave its exit code. */
export interface CommandContext {
  terminal: Terminal;
  environment: NodeJS.ProcessEnv;
  exitCode: ExitCode;
}
