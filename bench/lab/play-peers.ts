/** Plays the context managers of `bench/peers` in a process of their own, which has its packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type LabRun, readRuns } from './rows.ts';

const FOLDER = fileURLToPath(new URL('../peers', import.meta.url));

export interface PeersToPlay {
  files: readonly string[];
  windows: readonly number[];
  /** How many tasks from which seed on at which windows, and the file that keeps what was played. */
  tasks: { count: number; seed: number; windows: readonly number[]; keep: string };
}

/** The recordings, then the tasks; installs the packages of the peers where they are missing. */
export async function playPeers({ files, windows, tasks }: PeersToPlay): Promise<LabRun> {
  if (!existsSync(join(FOLDER, 'node_modules'))) await run('npm', ['ci']);
  const file = join(tmpdir(), `everlong-peers-${process.pid}.json`);
  await run(process.execPath, ['replay.ts', '--save', file, '--windows', windows.join(), ...files]);
  const { count, seed, keep } = tasks;
  const chosen = { keep, window: tasks.windows.join(), tasks: `${count}`, seed: `${seed}` };
  const flags = Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]);
  await run(process.execPath, ['tasks.ts', ...flags]);
  const [played] = readRuns([file]);
  rmSync(file);
  return played ?? { runs: [], rows: [] };
}

async function run(command: string, options: readonly string[]): Promise<void> {
  const child = spawn(command, options, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${options[0]} in ${FOLDER} ended with ${code}.`);
}
