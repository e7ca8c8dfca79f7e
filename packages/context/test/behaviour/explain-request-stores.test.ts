import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';

/** A token is four characters. */
const stores: readonly [name: string, open: (directory: string) => Store][] = [
  ['jsonl', (directory) => createJsonlStore({ directory })],
  ['sqlite', (directory) => createSqliteStore({ path: join(directory, 'sessions.db') })],
];

it.each(stores)('a past request is the same from the disk (%s)', async (_, open) => {
  const directory = await mkdtemp(join(tmpdir(), 'everlong-explain-'));
  const options = { id: 's', tokenizer, contextWindow: 2000 } as const;
  try {
    const store = open(directory);
    const session = await openSession({ ...options, store });
    const handedOut: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await session.append({ role: 'user', content: `Read ${turn} ${'word '.repeat(150)}` });
      const { messages, plan } = await session.prepare({ instructions: 'Be brief.' });
      handedOut.push(jsonText([messages, plan.ranges, plan.decision]));
      const image = { type: 'file' as const, mediaType: 'image/png', data: new Uint8Array([turn]) };
      await session.append([
        { role: 'assistant', content: `Answer ${turn}` },
        { role: 'user', content: [{ type: 'text', text: 'See' }, image] },
      ]);
    }
    await store.close();
    const reopened = open(directory);
    const again = await openSession({ ...options, store: reopened });
    for (const [turn, expected] of handedOut.entries()) {
      const atSeq = 3 * turn + 1;
      const past = await again.explain({ atSeq, instructions: 'Be brief.' });
      expect(past).toMatchObject({ certain: true, inputsMatch: true, answerSeq: atSeq });
      expect(jsonText([past.messages, past.plan.ranges, past.plan.decision])).toBe(expected);
    }
    expect(again.state().epoch).toBeGreaterThan(1);
    await reopened.close();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
