import type { ExitCode } from '../errors/exit-code.js';
import type { Interrupts } from '../output/interrupts.js';
import type { InputStream, OutputStream, Terminal } from '../output/terminal.js';

/** What every command gets: its streams, and where to set its exit code. */
export interface CommandContext {
  terminal: Terminal;
  stdin: InputStream;
  /** For a protocol alone: what people and scripts read goes through the terminal. */
  stdout: OutputStream;
  /** Where questions are drawn. */
  stderr: OutputStream;
  environment: NodeJS.ProcessEnv;
  /** The folder that relative paths start from. */
  cwd: string;
  interrupts: Interrupts;
  exitCode: ExitCode;
}
