import { createMemoryStore, type Memory, messageText, type ModelMessage } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { quarters } from '@everlong/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { SessionOptions } from '../../src/config/session-options.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { assistant, user } from '../support/remembering-session.js';

interface Setup {
  memory: Memory;
  open(id: string, options?: Partial<SessionOptions>): Promise<Session>;
}

async function setUp(): Promise<Setup> {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const store = createMemoryStore();
  const usual = { store, memory, agent: 'bot', tokenizer: quarters, contextWindow: 20_000 };
  return { memory, open: (id, options) => openSession({ ...usual, id, ...options }) };
}

const textOf = (messages: readonly ModelMessage[]): string => messages.map(messageText).join('\n');

async function ask(session: Session, question: string): Promise<string> {
  await session.append(user(question));
  return textOf((await session.prepare()).messages);
}

describe('what a fork remembers of what was taken back', () => {
  it('is in no request of the session where it was, as message, fact or profile', async () => {
    const { memory, open } = await setUp();
    const session = await open('first');
    await session.append([user('Hello.'), assistant('Hello.')]);
    await session.append([user('I live in Hamburg. The API port is 8080.'), assistant('Noted.')]);
    const fork = await session.fork();
    await session.rewind(1);
    expect(await ask(session, 'Which port has the API, and where do I live?')).not.toMatch(
      /Hamburg|8080/,
    );
    expect(await memory.list('bot')).toHaveLength(2);
    await fork.append(assistant('Sure.'));
    const other = await open('other');
    expect(await ask(other, 'Which port has the API, and where do I live?')).toContain('8080');
    // Said again, it counts again.
    await session.append(assistant('I do not know.'));
    await session.append([user('The API port is 8080.'), assistant('Noted.')]);
    await session.compact();
    expect(await ask(session, 'Which port has the API?')).toContain('8080');
  });

  it('is in none of a fork either that took back what the original goes on with', async () => {
    const { open } = await setUp();
    const session = await open('first');
    await session.append([user('Hello.'), assistant('Hello.')]);
    await session.append([user('The API port is 8080.'), assistant('Noted.')]);
    const fork = await session.fork();
    await fork.rewind(1);
    const reopened = await open(fork.id);
    expect(await ask(reopened, 'Which port has the API?')).not.toContain('8080');
  });

  it('leaves out the notes of a fork on it, and those of other sessions not', async () => {
    const { memory, open } = await setUp();
    const session = await open('first');
    await session.append([user('Hello.'), assistant('Hello.')]);
    await session.append([user('Say it.'), assistant('The code word is marzipan.')]);
    const fork = await session.fork();
    await session.rewind(1);
    const range = { fromSeq: 0, throughSeq: 3, date: '2026-03-02' };
    await memory.note('bot', { ...range, sessionId: fork.id, text: 'The code word is marzipan.' });
    expect(await ask(session, 'What is the code word?')).not.toContain('marzipan');
    await session.append(assistant('I do not know.'));
    const other = await open('other');
    await other.append([user('One.'), assistant('Two.'), user('Three.'), assistant('Four.')]);
    await memory.note('bot', { ...range, sessionId: 'other', text: 'The code word is nougat.' });
    expect(await ask(session, 'What was the code word?')).toContain('nougat');
  });
});
