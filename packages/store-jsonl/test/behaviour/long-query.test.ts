import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

test('a search with thousands of words lets other work run', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-query-'));
  const store = createJsonlStore({ directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await store.createSession({ id: 's', agent: 'agent' });
  const words = Array.from({ length: 4000 }, (_, index) => `word${index}`);
  const entries = Array.from({ length: 5000 }, (_, index) => ({
    message: {
      role: 'user' as const,
      content: words.slice(index % 30, (index % 30) + 20).join(' '),
    },
  }));
  await store.append('s', entries);
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const hits = await store.search(words.join(' '));
  clearInterval(count);
  expect(hits).toHaveLength(20);
  expect(turns).toBeGreaterThan(5);
});
