// Opening a long session that lies on disk. Build first; then
//   node packages/context/bench/open.mjs [entries] [window]
// `never compacted` is a log as another program may have written it: its first request covers all
// of it in one pass. `again` is the same session opened by a new process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { createTokenizer } from '@everlong/tokenizer';

import { openSession } from '../dist/index.js';
import { fill, timed } from './coding-log.mjs';

const [first = '1000000', window = '200000', kind, directory] = process.argv.slice(2);
const instructions = 'You are a careful engineer. Answer briefly.';

const openStore = (name, folder) =>
  name === 'sqlite'
    ? createSqliteStore({ path: join(folder, 'sessions.db') })
    : createJsonlStore({ directory: folder });

/** Opens the session in this process, which knows nothing of it yet, and makes a request. */
async function measure(folder) {
  const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
  const store = openStore(kind, folder);
  const options = { store, id: 'long', tokenizer, contextWindow: Number(window) };
  const opened = await timed(() => openSession(options));
  const prepared = await timed(() => opened.result.prepare({ instructions }));
  const memoryMb = process.resourceUsage().maxRSS / 1024;
  await store.close();
  process.stdout.write(JSON.stringify({ openMs: opened.ms, prepareMs: prepared.ms, memoryMb }));
}

function inNewProcess(name, folder) {
  const child = spawnSync(process.execPath, [import.meta.filename, first, window, name, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(child.stdout);
}

if (kind !== undefined) {
  await measure(directory);
} else {
  process.stdout.write(`${first} entries, a window of ${window} tokens\n`);
  for (const name of ['sqlite', 'jsonl']) {
    const folder = mkdtempSync(join(tmpdir(), 'everlong-open-'));
    const store = openStore(name, folder);
    await fill(store, 'long', Number(first));
    await store.close();
    for (const when of ['never compacted', 'again', 'again']) {
      const { openMs, prepareMs, memoryMb } = inNewProcess(name, folder);
      process.stdout.write(
        `${name.padEnd(8)}${when.padEnd(17)}open ${openMs.toFixed(1).padStart(7)} ms   ` +
          `first request ${prepareMs.toFixed(0).padStart(6)} ms   memory ${memoryMb.toFixed(0)} MB\n`,
      );
    }
    rmSync(folder, { recursive: true });
  }
}
