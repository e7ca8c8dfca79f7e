import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

test('a file with an origin that earlier versions took still opens', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const first = createJsonlStore({ directory });
  await first.createSession({ id: 's', agent: 'a' });
  const message = { role: 'user' as const, content: 'run the checks' };
  await first.append('s', [{ message, metadata: { origin: 'tool' } }]);
  await first.close();
  const path = join(directory, 'sessions', 'a', 's.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"origin":"tool"', '"origin":"cron"'));

  const store = createJsonlStore({ directory });
  for await (const entry of store.read('s')) expect(entry.metadata).toEqual({ origin: 'cron' });
  expect(await store.search('checks')).toHaveLength(1);
  await store.append('s', [{ message }]);
  expect((await store.getSession('s')).entryCount).toBe(2);
  await store.close();
});
