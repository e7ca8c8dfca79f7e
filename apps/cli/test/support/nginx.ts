import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { onTestFinished } from 'vitest';

const README = new URL('../../../../packages/server/README.md', import.meta.url);

/** Where Debian puts it is on no other user's PATH than root's. */
const environment = { PATH: [process.env['PATH'], '/usr/sbin'].join(delimiter) };

/** Why nginx cannot be run; `undefined` where it can. */
export function whyNoNginx(): string | undefined {
  try {
    execFileSync('nginx', ['-v'], { env: environment, stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no nginx on PATH';
  }
}

/** nginx with the block of the server's README, before the server at this URL; its own URL. */
export async function startNginx(upstream: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, upstream, port));
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'error.log')];
  const nginx = spawn('nginx', args, { env: environment, stdio: 'inherit' });
  const ended = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([answers(url), ended.then(() => failed(folder))]);
  return url;
}

/** The README's block as it is, but for the two addresses, within what nginx needs around it. */
function configuration(folder: string, upstream: string, port: number): string {
  const [, block = ''] = /^```nginx\n([\s\S]*?)^```/m.exec(readFileSync(README, 'utf8')) ?? [];
  const own = replaceOnce(
    replaceOnce(block, '127.0.0.1:8787', new URL(upstream).host),
    'listen 80;',
    `listen 127.0.0.1:${port};`,
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${paths}
${own}
}`;
}

function replaceOnce(text: string, found: string, replacement: string): string {
  const parts = text.split(found);
  if (parts.length !== 2) throw new Error(`The README's block has no or several "${found}".`);
  return parts.join(replacement);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/livez`).catch(() => undefined);
    await answer?.text();
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function failed(folder: string): never {
  throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`);
}
