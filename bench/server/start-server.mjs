import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts the server of the benches in a process and a folder of its own. */
export async function startServer() {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-bench-'));
  const child = fork(fileURLToPath(new URL('bench-server.mjs', import.meta.url)), [directory], {
    execArgv: ['--expose-gc', '--no-allocation-site-pretenuring'],
  });
  const [{ url, bareUrl }] = await once(child, 'message');
  const headers = {
    authorization: 'Bearer a-key-of-more-than-24-characters',
    'content-type': 'application/json',
  };
  async function call(path, init) {
    const base = path.startsWith('/bare/') ? bareUrl : url;
    const response = await fetch(base + path, { headers, ...init });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  return {
    url,
    bareUrl,
    directory,
    get: (path) => call(path),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
