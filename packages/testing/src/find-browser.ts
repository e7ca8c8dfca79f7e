import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How to start a Chromium: launch options of Playwright. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/** Names an installed Chromium or Chrome where the package of the registry has none. */
export const BROWSER_VARIABLE = 'EVERLONG_BROWSER';

/** The error when there is no browser to test with. */
export const NO_BROWSER = `no Chromium for ${process.platform} ${process.arch}: name one by ${BROWSER_VARIABLE}`;

/** Containers run tests as root, where Chromium's sandbox does not start. */
const ARGS = ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'];

/**
 * The Chromium that `EVERLONG_BROWSER` names or, on x64 Linux, the one that `@sparticuz/chromium`
 * carries with its libraries, unpacked once to the system's folder for temporary files. `undefined`
 * on other machines, and where the variable is `none`.
 */
export async function findBrowser(): Promise<BrowserLaunch | undefined> {
  const named = process.env[BROWSER_VARIABLE];
  if (named === 'none') return undefined;
  if (named !== undefined && named !== '') return { executablePath: named, args: ARGS };
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGS,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

/** Unpacks beside the final folder and renames, since several processes may begin at once. */
async function unpacked(): Promise<string> {
  const manifest = findManifest();
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `everlong-chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(tmpdir(), { recursive: true });
  const staging = mkdtempSync(`${folder}-`);
  // In a process of its own: the package reads TMPDIR and changes the environment.
  const script = `const { default: chromium } = await import(${JSON.stringify(join(dirname(manifest), 'build/index.js'))});
await chromium.executablePath();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`@sparticuz/chromium could not be unpacked to ${staging}`);
  // Its configuration names the folder in which the package means to be.
  const fonts = join(staging, 'fonts/fonts.conf');
  writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', `${folder}/fonts`));
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function findManifest(): string {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return join(dirname(main), '../package.json');
}
