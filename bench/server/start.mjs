// From the start of `everlong serve` to its first line, which says that it listens: wall clock and
// processor time. Linux. Build first; node bench/start.mjs [times]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { median, print } from './load.mjs';

const TIMES = Number(process.argv[2] ?? 9);
const MS_PER_TICK = 10;
const main = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const wall = [];
const cpu = [];
for (let time = 0; time < TIMES; time++) {
  const cwd = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
  const start = performance.now();
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json'], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  wall.push(performance.now() - start);
  const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ').slice(13, 15);
  cpu.push((Number(user) + Number(system)) * MS_PER_TICK);
  child.kill();
  await once(child, 'exit');
  rmSync(cwd, { recursive: true, force: true });
}
print(`from start to listening: ${Math.round(median(wall))} ms, processor ${median(cpu)} ms`);
