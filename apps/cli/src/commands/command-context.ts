import type { ExitCode } from '../output/exit-code.js';
import type { Terminal } from '../output/terminal.js';

/** What every command is given: where to write, and where to leave its exit code. */
export interface CommandContext {
  terminal: Terminal;
  environment: NodeJS.ProcessEnv;
  exitCode: ExitCode;
}
