import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

// Processes take their time on a busy machine; what hangs still fails.
vi.setConfig({ testTimeout: 60_000 });

/** The built command line. */
export const bin = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

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
  input?: string;
  open?: boolean;
}

export interface RunningCli {
  child: ChildProcess;
  result: Promise<CliResult>;
  /** Resolves when the output holds the text; rejects when the process ends without. */
  shows(text: string): Promise<void>;
}

/** Starts the built command line in a clean environment: no keys, no colours asked for. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  if (!existsSync(bin)) throw new Error(`${bin} is not there: build the command line first.`);
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: options.cwd, ...options.environment },
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

/** Runs the built command line to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).result;
}

/** An empty folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
