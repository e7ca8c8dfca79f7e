import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { messageText, type Store } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { user } from '../support/conversation.js';

/** A token is four characters. */

const stores: readonly [name: string, open: (directory: string) => Store][] = [
  ['jsonl', (directory) => createJsonlStore({ directory })],
  ['sqlite', (directory) => createSqliteStore({ path: join(directory, 'sessions.db') })],
];

/** Several stores on one place, as several processes have them, each with a session of its own. */
async function withSessions(
  open: (directory: string) => Store,
  work: (sessions: Session[], again: () => Promise<Session>) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'everlong-live-'));
  const opened: Store[] = [];
  const again = (): Promise<Session> => {
    const store = open(directory);
    opened.push(store);
    return openSession({ store, id: 's', tokenizer, contextWindow: 3000 });
  };
  try {
    await work(await Promise.all([again(), again(), again()]), again);
  } finally {
    for (const store of opened) await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function textsOf(session: Session): Promise<string[]> {
  const texts: string[] = [];
  for await (const { seq, message } of session.entries()) {
    expect(seq).toBe(texts.length);
    texts.push(messageText(message));
  }
  return texts;
}

describe.each(stores)('sessions of several processes on %s', (_name, open) => {
  it('append and compact at once, and nothing is lost', async () => {
    await withSessions(open, async (sessions, again) => {
      const work = sessions.map(async (session, who) => {
        for (let turn = 0; turn < 15; turn++) {
          await session.append(user(`${who} says ${turn} ${'word '.repeat(60)}`));
          const { state } = await session.prepare();
          expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
        }
      });
      await Promise.all(work);

      const texts = await textsOf(await again());
      for (const who of sessions.keys()) {
        const own = texts.filter((text) => text.startsWith(`${who} says`));
        expect(own.map((text) => Number(text.split(' ')[2]))).toEqual(own.map((_, turn) => turn));
        expect(own).toHaveLength(15);
      }
      const { messages, state } = await (await again()).prepare();
      expect(state.epoch).toBeGreaterThan(0);
      for (const session of sessions) {
        const request = await session.prepare();
        expect(request.messages).toEqual(messages);
        expect(request.state.epoch).toBe(state.epoch);
      }
    });
  });

  it('add up what all were billed', async () => {
    await withSessions(open, async (sessions, again) => {
      for (const session of sessions) {
        await session.recordUsage({ inputTokens: 10, outputTokens: 1 });
      }
      expect((await again()).state().spend).toEqual({ inputTokens: 30, outputTokens: 3 });
    });
  });
});
