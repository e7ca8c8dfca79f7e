import {
  createMemoryStore,
  type Entry,
  type FactInput,
  type Memory,
  messageText,
  type ModelMessage,
} from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { quarters } from '@everlong/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { SessionOptions } from '../../src/config/session-options.js';
import { createMemoryTools } from '../../src/ai-sdk/memory-tools.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { assistant, user } from '../support/conversation.js';

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

const statements: readonly [quote: string, fact: FactInput][] = [
  ['I live in Hamburg', { subject: 'user', predicate: 'lives in', object: 'Hamburg' }],
  ['I live in Oslo', { subject: 'user', predicate: 'lives in', object: 'Oslo' }],
  ['My dog is called Rex', { subject: 'dog', predicate: 'name', object: 'Rex' }],
  ['The API port is 8080', { subject: 'API', predicate: 'port', object: '8080' }],
];

/** The facts that a model would read in a message, with their places. */
function statedIn({ id: entryId, sessionId, seq, message }: Entry): FactInput[] {
  return statements.flatMap(([quote, fact]) => {
    const start = messageText(message).indexOf(quote);
    if (start < 0) return [];
    return [{ ...fact, sources: [{ sessionId, entryId, seq, start, end: start + quote.length }] }];
  });
}

describe('what a fork remembers of what was taken back', () => {
  it('is in no request of the session where it was, as message, fact or profile', async () => {
    const { memory, open } = await setUp();
    const session = await open('first');
    await session.append([user('Hello.'), assistant('Hello.')]);
    const told = user('I live in Hamburg. The API port is 8080.');
    const [said] = await session.append([told, assistant('Noted.')]);
    await memory.write('bot', statedIn(said!));
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

  it('is nothing that the tools of that session find, as message, fact or note', async () => {
    const { memory, open } = await setUp();
    const session = await open('first');
    await session.append([user('Hello.'), assistant('Hello.')]);
    const told = user('The code word of heron is marzipan.');
    const [said] = await session.append([told, assistant('Noted.')]);
    const fork = await session.fork();
    const range = { fromSeq: 2, throughSeq: 3, date: '2026-03-02', text: 'Code word: marzipan.' };
    await memory.note('bot', { ...range, sessionId: fork.id });
    await session.rewind(1);
    await fork.append(assistant('Sure.'));
    await memory.write('bot', {
      subject: 'heron',
      predicate: 'code word',
      object: 'marzipan',
      sources: [{ sessionId: fork.id, entryId: said?.id ?? '', seq: 2 }],
    });
    const tools = (own: Session) => createMemoryTools({ memory, scope: 'bot', session: own });
    const answers = async (own: Session): Promise<string> => {
      const { memory_search: search, memory_recall: recall } = tools(own);
      const query = 'What is the code word of heron?';
      return (await search.execute({ query })) + (await recall.execute({ entity: 'heron' }));
    };
    expect(await answers(session)).not.toContain('marzipan');
    expect((await answers(fork)).split('marzipan').length).toBeGreaterThan(3);
    expect(await answers(await open('other'))).toContain('marzipan');
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

describe('what was forgotten or withdrawn while it is sent', () => {
  const call = { toolCallId: 'c1', toolName: 'read' };
  const steps: ModelMessage[] = [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'ok' } }],
    },
  ];
  const SAID = 'I live in Hamburg, near the old harbour. My dog is called Rex.';

  it.for([
    ['an entity', { entity: 'Hamburg' }],
    ['a fact', { factId: 1 }],
    ['a session', { sessionId: 'first' }],
    ['everything', { everything: true }],
  ] as const)('leaves the very next request of a tool loop: %s', async ([, selector]) => {
    const { memory, open } = await setUp();
    const [said] = await (await open('first')).append([user(SAID), assistant('Noted.')]);
    await memory.write('bot', statedIn(said!));
    const session = await open('second');
    expect(await ask(session, 'Where do I live? Near which harbour?')).toContain('Hamburg');
    const { epoch } = session.state();
    await session.append(steps);
    await session.prepare();
    expect(session.state().epoch).toBe(epoch);
    await memory.forget('bot', selector);
    const request = await session.prepare();
    expect(textOf(request.messages)).not.toContain('Hamburg');
    expect(request.plan.decision.reason).toContain('forgotten');
    expect(request.state.epoch).toBe(epoch + 1);
    // Once: the next request goes on, in another process too.
    const again = await (await open('second', { continued: true })).prepare();
    expect(again.state.epoch).toBe(epoch + 1);
    expect(again.messages).toEqual(request.messages);
  });

  it('leaves it when the session that said it takes it back, and so on a mere retry', async () => {
    const { open } = await setUp();
    const first = await open('first');
    await first.append([user('Hello.'), assistant('Hello.'), user(SAID), assistant('Noted.')]);
    const session = await open('second');
    expect(await ask(session, 'Where do I live? Near which harbour?')).toContain('Hamburg');
    await first.rewind(1);
    expect(textOf((await session.prepare()).messages)).not.toContain('Hamburg');
  });

  it('goes on with the facts of other sentences, which the next epoch quotes', async () => {
    const { memory, open } = await setUp();
    const [said] = await (await open('first')).append([user(SAID), assistant('Noted.')]);
    await memory.write('bot', statedIn(said!));
    const session = await open('second');
    const question = 'What is my dog called, and where do I live, near which harbour?';
    expect(await ask(session, question)).toContain('near the old harbour');
    await memory.forget('bot', { entity: 'Hamburg' });
    const request = await session.prepare();
    expect(textOf(request.messages)).toContain('Rex');
    expect(textOf(request.messages)).not.toMatch(/Hamburg|old harbour/);
    expect((await session.prepare()).state.epoch).toBe(request.state.epoch);
  });

  it('is found out of several values', async () => {
    const { memory, open } = await setUp();
    for (const object of ['Basque', 'Catalan', 'Welsh']) {
      await memory.write('bot', { subject: 'user', predicate: 'speaks', object, importance: 0.1 });
    }
    const session = await open('second');
    expect(await ask(session, 'Which languages do I speak?')).toMatch(
      /Basque[\s\S]*Catalan|Catalan[\s\S]*Basque/,
    );
    await memory.forget('bot', { entity: 'Catalan' });
    expect(textOf((await session.prepare()).messages)).not.toContain('Catalan');
  });
});

describe('what the model wrote to memory', () => {
  const oslo = { subject: 'user', predicate: 'lives in', object: 'Oslo' };
  const callOf = (toolCallId: string): ModelMessage[] => [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName: 'memory_write', input: oslo }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'memory_write',
          output: { type: 'text', value: 'Kept.' },
        },
      ],
    },
  ];

  it.for([
    ['before its message is appended', false],
    ['after it', true],
  ] as const)('is taken back with its turn: written %s', async ([, isAppended]) => {
    const { memory, open } = await setUp();
    const session = await open('first');
    const { memory_write: write } = createMemoryTools({ memory, scope: 'bot', session });
    await session.append([user('Hello.'), assistant('Hello.'), user('Keep where I live.')]);
    const [call = user(''), result = user('')] = callOf('c1');
    if (isAppended) await session.append(call);
    await write.execute(oslo, { toolCallId: 'c1' });
    await session.append(isAppended ? result : [call, result]);
    await session.append(assistant('Done.'));
    const source = { sessionId: 'first', seq: 3 };
    expect(await memory.list('bot')).toMatchObject([{ object: 'Oslo', sources: [source] }]);
    await session.rewind(4);
    expect(await memory.list('bot')).toHaveLength(1);
    await session.rewind(1);
    expect(await memory.list('bot')).toEqual([]);
    expect(await ask(await open('second'), 'Where do I live?')).not.toContain('Oslo');
  });

  it('goes when its session is forgotten, and holds where something else says it too', async () => {
    const { memory, open } = await setUp();
    const session = await open('first');
    const { memory_write: write } = createMemoryTools({ memory, scope: 'bot', session });
    await session.append([user('Hello.'), ...callOf('c1')]);
    await write.execute(oslo, { toolCallId: 'c1' });
    await write.execute({ ...oslo, subject: 'Ada' }, { toolCallId: 'c1' });
    const other = await open('other');
    const [said] = await other.append([user('I live in Oslo.'), assistant('Noted.')]);
    await memory.write('bot', statedIn(said!));
    await session.rewind(-1);
    expect(await memory.list('bot')).toMatchObject([{ subject: 'user' }]);
    await session.append([user('Again.'), ...callOf('c2')]);
    await write.execute({ ...oslo, subject: 'Eve' }, { toolCallId: 'c2' });
    const { factIds } = await memory.forget('bot', { sessionId: 'first' });
    expect(factIds).toHaveLength(1);
    expect(await memory.list('bot')).toMatchObject([{ subject: 'user' }]);
  });
});
