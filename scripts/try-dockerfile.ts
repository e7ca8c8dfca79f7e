/**
 * Does what `apps/server/Dockerfile` does, without Docker: its commands in a clean copy of what is
 * committed, then its start, its health check and its end by SIGTERM, in folders of their own.
 *
 *     node scripts/try-dockerfile.ts
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'everlong-image-'));
const PORT = '18787';
const START_ATTEMPTS = 60;

/** Folders of the image, each as one of ours. */
const place = (path: string): string =>
  path.replaceAll(/(?<![\w.])\/(everlong|app|data)\b/g, (_all, name: string) => join(folder, name));

const lines = readFileSync(join(root, 'apps/server/Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n');
const [build = [], final = []] = stages(lines);

try {
  for (const name of ['everlong', 'data']) mkdirSync(join(folder, name));
  execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${join(folder, 'everlong')}`], {
    cwd: root,
  });
  for (const command of valuesOf(build, 'RUN')) run(place(command), join(folder, 'everlong'));
  await serve();
  process.stdout.write('The image would start, be healthy, and end when it is told to.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts as the image does, waits until its health check passes, ends it. */
async function serve(): Promise<void> {
  const settings = valuesOf(final, 'ENV').flatMap((line) => line.split(/\s+/));
  const image = Object.fromEntries(settings.map((each) => place(each).split('=', 2)));
  const env = { ...process.env, ...image, EVERLONG_HOST: '127.0.0.1', EVERLONG_PORT: PORT };
  const [command = '', ...args] = jsonList(valuesOf(final, 'CMD')[0] ?? '[]').map(place);
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const check = jsonList(valuesOf(final, 'HEALTHCHECK')[0]?.replace(/^CMD /, '') ?? '[]');
  const [probe = '', ...probeArgs] = check.map((each) => each.replace(':8787', `:${PORT}`));
  let isHealthy = false;
  for (let attempt = 0; attempt < START_ATTEMPTS && !isHealthy; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    isHealthy = spawnSync(probe, probeArgs).status === 0;
  }
  child.kill('SIGTERM');
  const code = await exited;
  if (!isHealthy) throw new Error('The health check did not pass.');
  if (code !== 0) throw new Error(`The server ended with ${code}.`);
}

function run(command: string, cwd: string): void {
  process.stdout.write(`${command}\n`);
  const { status } = spawnSync('sh', ['-c', command], { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`It ended with ${status}.`);
}

/** The lines of each stage. */
function stages(all: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const line of all) {
    if (line.startsWith('FROM ')) found.push([]);
    else found.at(-1)?.push(line);
  }
  return found;
}

function valuesOf(stage: readonly string[], instruction: string): string[] {
  return stage.flatMap((line) =>
    line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1).trim()] : [],
  );
}

function jsonList(text: string): string[] {
  return JSON.parse(text) as string[];
}
