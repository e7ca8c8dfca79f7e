// Opening a long session that lies on disk. Build first; then
//   node bench/context/open.mjs [entries] [window]
// `killed` is a log as another program may have written it, whose first request covers all of it in
// steps; it ends when a third of them is kept. `goes on` is the next try; `again` are later ones.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { createTokenizer } from '@everlong/tokenizer';

import { openSession } from '@everlong/context';
import { fill, timed } from './coding-log.mjs';

const [first = '1000000', window = '200000', kind, directory] = process.argv.slice(2);
/** Entries that one step of a first compaction covers. */
const STEP_ENTRIES = 20_000;
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

/** Kills a process that makes the first request when so many steps are kept; their number then. */
async function killAfter(steps, name, folder, store) {
  const start = performance.now();
  const child = spawn(process.execPath, [import.meta.filename, first, window, name, folder], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let kept = 0;
  while (kept < steps && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    kept = 0;
    for await (const { name: about } of store.readRecords('long', { type: 'note' })) {
      if (about.length > 0) kept++;
    }
  }
  child.kill('SIGKILL');
  await ended;
  return { kept, ms: performance.now() - start };
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
    const steps = Math.floor(Number(first) / STEP_ENTRIES / 3);
    const killed = await killAfter(steps, name, folder, store);
    await store.close();
    process.stdout.write(
      `${name.padEnd(8)}${'killed'.padEnd(17)}after ${killed.ms.toFixed(0)} ms, ${killed.kept} steps kept\n`,
    );
    for (const when of ['goes on', 'again', 'again']) {
      const { openMs, prepareMs, memoryMb } = inNewProcess(name, folder);
      process.stdout.write(
        `${name.padEnd(8)}${when.padEnd(17)}open ${openMs.toFixed(1).padStart(7)} ms   ` +
          `first request ${prepareMs.toFixed(0).padStart(6)} ms   memory ${memoryMb.toFixed(0)} MB\n`,
      );
    }
    rmSync(folder, { recursive: true });
  }
}
