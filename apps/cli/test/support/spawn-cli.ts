import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CliOptions, CliResult } from './run-cli.js';

/** The built command line. */
export const bin = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface RunningCli {
  child: ChildProcess;
  result: Promise<CliResult>;
  /** Resolves when the output holds the text; rejects when the process ends without. */
  shows(text: string): Promise<void>;
}

/** Starts the built command line in a clean environment: no keys, no colours asked for. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  return start(process.execPath, [bin, ...args], options);
}

/** Runs the built command line to its end. */
export function spawnCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).result;
}

/** Starts the built command line in a pseudo-terminal, whose whole output is `stdout`. */
export function startInTerminal(
  args: readonly string[],
  { columns = 100, ...options }: CliOptions & { columns?: number },
): RunningCli {
  const command = [process.execPath, bin, ...args].map(quote).join(' ');
  const sized = `stty cols ${columns} rows 40; ${command}`;
  return start('script', ['-qefc', sized, '/dev/null'], { ...options, open: true });
}

function start(program: string, args: readonly string[], options: CliOptions): RunningCli {
  if (!existsSync(bin)) throw new Error(`${bin} is not there: build the command line first.`);
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: options.cwd,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...options.environment,
    },
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const check of waiting) check();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const check of waiting) check();
  });
  if (options.open !== true) child.stdin.end(options.input ?? '');
  const result = new Promise<CliResult>((resolve) => {
    child.on('close', (code) => resolve({ stdout, stderr, code }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    result,
    async shows(text) {
      const shown = new Promise<void>((resolve) => {
        const check = (): void => {
          if (stdout.includes(text) || stderr.includes(text)) resolve();
        };
        waiting.add(check);
        check();
      });
      const ended = result.then((end) => {
        if (end.stdout.includes(text) || end.stderr.includes(text)) return;
        throw new Error(`It ended without showing ${text}:\n${end.stdout}\n${end.stderr}`);
      });
      await Promise.race([shown, ended]);
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
