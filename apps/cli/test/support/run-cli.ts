import { Readable, Writable } from 'node:stream';
import type { InputStream } from '../../src/output/terminal.js';
import { run } from '../../src/run.js';

export interface CliResult {
  stdout: string;
  stderr: string;
  /** `null` when a signal ended the process. */
  code: number | null;
}

export interface CliOptions {
  cwd: string;
  environment?: Record<string, string>;
  /** What stdin holds; without it, it is empty; `open`: nothing comes, and no end. */
  input?: string | Uint8Array;
  open?: boolean;
}

/** Runs the command line in this process to its end: no keys, no colours asked for, no terminal. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const stdout = collector();
  const stderr = collector();
  const { cwd, environment, input = '' } = options;
  const stdin: InputStream = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const code = await run(args, {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { PATH: process.env['PATH'], HOME: cwd, ...environment },
    cwd,
  });
  return { stdout: stdout.text(), stderr: stderr.text(), code };
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
