import { createMemoryStore, messageText, type ModelMessage, type Summarizer } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { describe, expect, it } from 'vitest';

import { createMemoryTools } from '../../src/ai-sdk/memory-tools.js';
import { syncMemory } from '../../src/memory/sync-memory.js';
import { openSession } from '../../src/session/open-session.js';
import { newSetup, open, say } from '../support/remembering-session.js';
import { createWordMemory } from '../support/word-memory.js';
import { assistant, user } from '../support/conversation.js';

function recalled(messages: readonly ModelMessage[]): string[] {
  return messages.map(messageText).filter((text) => text.startsWith('[Long-term memory'));
}

describe('a session with memory', () => {
  // promise: missy-8
  it('uses in one session what was said in another, with date and source', async () => {
    const setup = newSetup();
    const first = await open(setup, { id: 'monday' });
    await say(first, 'I prefer tabs over spaces.');
    await first.close();

    const second = await open(setup, { id: 'tuesday' });
    await second.append(user('Should I indent with tabs?'));
    const { messages, state, plan } = await second.prepare();
    const [text = ''] = recalled(messages);
    const today = new Date().toISOString().slice(0, 10);
    expect(text).toContain('## Relevant Memory');
    expect(text).toContain(`- ${today}, user, session monday: "I prefer tabs over spaces."`);
    expect(messageText(messages.at(-1) ?? user(''))).toBe('Should I indent with tabs?');
    expect(state.used.memory).toBeGreaterThan(0);
    const { total, instructions, tools, summary, memory, messages: rest } = state.used;
    expect(total).toBe(instructions + tools + summary + memory + rest);
    expect(plan.additions).toMatchObject([{ kind: 'memory', name: `${today}, monday`, seq: 0 }]);
  });

  it('asks memory once for each message of the user', async () => {
    const setup = newSetup();
    const session = await open(setup);
    await session.append(user('Read the parser.'));
    await session.prepare();
    await session.prepare();
    const call = { toolCallId: 'c1', toolName: 'read' };
    await session.append({
      role: 'assistant',
      content: [{ type: 'tool-call', ...call, input: {} }],
    });
    await session.append({
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'source' } }],
    });
    await session.prepare();
    expect(setup.memory.names().filter((name) => name === 'recall')).toHaveLength(1);
    await say(session);
    await session.append(user('And the lexer.'));
    await session.prepare();
    expect(setup.memory.names().filter((name) => name === 'recall')).toHaveLength(2);
  });

  it('makes the same request opened anew, without asking again', async () => {
    const setup = newSetup();
    await say(await open(setup, { id: 'first' }), 'The heron port is 4711.');
    const second = await open(setup, { id: 'second' });
    await second.append(user('Which port has heron?'));
    const before = await second.prepare();
    const asked = setup.memory.names().filter((name) => name === 'recall').length;
    const again = await open(setup, { id: 'second' });
    const after = await again.prepare();
    expect(after.messages).toEqual(before.messages);
    expect(setup.memory.names().filter((name) => name === 'recall')).toHaveLength(asked);
  });

  it.each([
    ['nothing', [], 6],
    ['more than there is room for', ['The heron port is 4711.'], 56],
  ])('asks no more where a full request goes on and memory said %s', async (_what, said, left) => {
    const setup = newSetup({
      policy: 'missy',
      contextWindow: 4000,
      budget: { responseReserve: 0 },
    });
    await say(await open(setup, { id: 'first' }), ...said);
    const session = await open(setup, { id: 'second' });
    await session.append([user('Hello.'), assistant('Hello.')]);
    await session.prepare();
    const { used, inputBudget } = session.state();
    // A message is four tokens more than its text.
    const tokens = inputBudget - used.total - left - 4;
    await session.append(user('Where is heron?'.padEnd(4 * tokens, ' So be it.')));
    const before = await session.prepare();
    expect(inputBudget - before.state.used.total).toBe(left);
    expect(recalled(before.messages)).toEqual([]);

    setup.memory.teach('default', `Herons fly south. ${'Always so. '.repeat(8)}`);
    const asked = setup.memory.names().filter((name) => name === 'recall').length;
    const after = await (await open(setup, { id: 'second' })).prepare();
    expect(after.state.epoch).toBe(before.state.epoch);
    expect(after.messages).toEqual(before.messages);
    expect(setup.memory.names().filter((name) => name === 'recall')).toHaveLength(asked);
  });

  it('adds nothing that the request holds already', async () => {
    const setup = newSetup();
    const session = await open(setup);
    await say(session, 'The heron port is 4711.');
    await session.append(user('Which port has heron?'));
    const { messages } = await session.prepare();
    expect(recalled(messages)).toEqual([]);
    // Said elsewhere in the same words, it is known too.
    await say(await open(setup, { id: 'other' }), 'The heron port is 4711.');
    await session.append(user('Is the heron port free?'));
    expect(recalled((await session.prepare()).messages)).toEqual([]);
  });

  it('keeps snippets where they were put until the epoch ends', async () => {
    const setup = newSetup();
    await say(await open(setup, { id: 'first' }), 'The heron port is 4711.', 'The gull port is 5.');
    const session = await open(setup, { id: 'second' });
    await session.append(user('Where is heron?'));
    const one = await session.prepare();
    await session.append(assistant('There.'));
    await session.append(user('Where is gull?'));
    const two = await session.prepare();
    expect(two.messages.slice(0, one.messages.length)).toEqual(one.messages);
    expect(recalled(two.messages)).toHaveLength(2);
    expect(
      recalled(two.messages)
        .join()
        .match(/heron port/g),
    ).toHaveLength(1);
  });

  // promise: missy-9
  it('keeps all of memory within 15 %, learnings within 5 %', async () => {
    const setup = newSetup({ contextWindow: 8000, budget: { responseReserve: 0 } });
    const long = Array.from({ length: 30 }, (_, index) => `heron ${index} `.padEnd(400, 'word '));
    await say(await open(setup, { id: 'first' }), ...long);
    const session = await open(setup, { id: 'second' });
    setup.memory.teach('default', `Run the linter first. ${'Always so. '.repeat(20)}`);
    setup.memory.teach('default', `Run the tests twice. ${'Never once. '.repeat(200)}`);
    for (let turn = 0; turn < 8; turn++) {
      await session.append(user(`Where is heron ${turn}?`));
      const { state, plan } = await session.prepare();
      expect(state.used.memory).toBeLessThanOrEqual(state.inputBudget * 0.15);
      const learnings = plan.additions.filter(({ kind }) => kind === 'learning');
      const tokens = learnings.reduce((sum, each) => sum + each.tokens, 0);
      expect(tokens).toBeLessThanOrEqual(state.inputBudget * 0.05);
      if (turn === 7) expect(state.used.memory).toBeGreaterThan(state.inputBudget * 0.08);
      await session.append(assistant('There.'));
    }
    const { messages } = await session.prepare();
    expect(recalled(messages).join()).toContain('## Past Learnings\n- 2026-01-02, worked 3 of 4');
  });

  // promise: missy-9
  it('brings at most five learnings', async () => {
    const setup = newSetup({ policy: 'missy' });
    for (let index = 0; index < 8; index++) setup.memory.teach('default', `Lesson ${index}.`);
    const session = await open(setup, { id: 'first' });
    await session.append(user('What did we learn?'));
    const { plan } = await session.prepare();
    expect(plan.additions.filter(({ kind }) => kind === 'learning')).toHaveLength(5);
  });

  it('catches up what a killed process did not have observed', async () => {
    const setup = newSetup();
    const first = await open(setup, { id: 'first' });
    await first.append(user('The heron port is 4711.'));
    // What a process appended that was killed then.
    await setup.store.append('first', [{ message: user('The gull port is 5.') }]);
    const second = await open(setup, { id: 'second' });
    await second.append(user('Where is gull?'));
    expect(recalled((await second.prepare()).messages).join()).toContain('The gull port is 5.');
    await setup.store.append('first', [{ message: user('The swan port is 6.') }]);
    await open(setup, { id: 'first' }).then((session) => session.close());
    expect(setup.memory.entries('default').map(({ message }) => message.content)).toContain(
      'The swan port is 6.',
    );
  });

  it('withdraws what the user rewound, also after a crash in between', async () => {
    const setup = newSetup();
    const session = await open(setup, { id: 'first' });
    await say(session, 'The heron port is 4711.', 'The gull port is 5.');
    await session.rewind(1);
    const texts = (): unknown[] =>
      setup.memory.entries('default').map(({ message }) => message.content);
    expect(texts()).toEqual(['The heron port is 4711.']);
    await session.append(user('The swan port is 6.'));
    expect(texts()).toEqual(['The heron port is 4711.', 'The swan port is 6.']);
    // The record is there, and the process was killed before memory knew.
    const { epoch } = session.state();
    const rewind = { type: 'rewind', epoch: epoch + 1, previousEpoch: epoch, fromSeq: 4 } as const;
    await setup.store.appendRecord('first', { ...rewind, reason: 'rewound' });
    await open(setup, { id: 'first' }).then((again) => again.close());
    expect(texts()).toEqual(['The heron port is 4711.']);
  });

  // promise: sessions-18
  it('flushes memory and notes what leaves before a compaction', async () => {
    const setup = newSetup();
    const byCode = createExtractiveSummarizer();
    const summarizer: Summarizer = {
      ...byCode,
      summarize(input) {
        setup.memory.calls.push({ name: 'summarize', value: undefined });
        return byCode.summarize(input);
      },
    };
    const session = await open(setup, { id: 'first', keep: 'little', summarizer });
    const sky = ' The sky is wide.'.repeat(40);
    await say(session, ...Array.from({ length: 9 }, (_, index) => `The heron ${index}.${sky}`));
    setup.memory.calls.length = 0;
    expect(await session.compact()).toMatchObject({ compacted: true });
    const names = setup.memory.names();
    expect(names.filter((name) => /flush|summarize|note/.test(name))).toEqual([
      'flush',
      'summarize',
      'note',
    ]);
    const [note] = await setup.memory.notes('default');
    expect(note).toMatchObject({ sessionId: 'first', fromSeq: 0 });
    expect(note?.text).toMatch(/^## /);
  });

  it('recalls what was compacted away', async () => {
    const setup = newSetup();
    const first = await open(setup, { id: 'first' });
    await say(
      first,
      'The heron port is 4711.',
      ...Array.from({ length: 9 }, (_, n) => `Step ${n}.`),
    );
    await first.compact();
    await first.close();
    const second = await open(setup, { id: 'second' });
    await second.append(user('Where is heron?'));
    expect(recalled((await second.prepare()).messages).join()).toContain('The heron port is 4711.');
  });

  // promise: sessions-16
  it('brings at most ten memories with a turn, or as many as the settings say', async () => {
    for (const [policy, memoryLimit, expected] of [
      ['supyagent', undefined, 10],
      ['everlong', 3, 3],
    ] as const) {
      const budget = memoryLimit === undefined ? {} : { memoryLimit };
      const setup = newSetup({ policy, budget });
      const said = Array.from({ length: 14 }, (_, index) => `The heron ${index} is blue.`);
      await say(await open(setup, { id: 'first' }), ...said);
      const second = await open(setup, { id: 'second' });
      await second.append(user('Which heron?'));
      const { plan } = await second.prepare();
      expect(plan.additions.filter(({ kind }) => kind === 'memory')).toHaveLength(expected);
    }
  });

  // promise: missy-2, missy-8
  it('gives missy’s memory 15 % and learnings 5 % of what its reserves leave, history the rest', async () => {
    const setup = newSetup({
      policy: 'missy',
      contextWindow: 200_000,
      budget: { memoryLimit: 99 },
    });
    const long = Array.from({ length: 40 }, (_, index) => `heron ${index} `.padEnd(2000, 'word '));
    for (const [index, text] of long.entries())
      await say(await open(setup, { id: `s${index}` }), text);
    for (let index = 0; index < 5; index++) {
      setup.memory.teach('default', `Lesson ${index}. ${'Run it first. '.repeat(100)}`);
    }
    const session = await open(setup, { id: 'last' });
    const limitOf = (): number =>
      session.state().triggers.find(({ name }) => name === 'history')?.limit ?? 0;
    await session.append(user('Where is it?'));
    await session.prepare();
    expect(limitOf()).toBeGreaterThan(24_000);
    await session.append([assistant('Where?'), user('Where is heron?')]);
    const { state, plan } = await session.prepare();
    const sum = (kind: string): number =>
      plan.additions.reduce((all, each) => all + (each.kind === kind ? each.tokens : 0), 0);
    expect(sum('memory')).toBeGreaterThan(3000);
    expect(sum('memory')).toBeLessThanOrEqual(3900);
    expect(sum('learning')).toBeGreaterThan(900);
    expect(sum('learning')).toBeLessThanOrEqual(1300);
    expect(state.used.memory).toBeLessThanOrEqual(3900 + 1300);
    expect(limitOf()).toBeLessThan(22_500);
    expect(limitOf()).toBeGreaterThanOrEqual(20_800);
  });

  it('is not kept waiting by a memory that hangs, and asks it no more', async () => {
    const memory = createWordMemory();
    let asked = 0;
    memory.recall = () => {
      asked++;
      return new Promise(() => {});
    };
    const session = await open(newSetup(), { memory, memoryTimeoutMs: 20 });
    for (let turn = 0; turn < 3; turn++) {
      await session.append(user(`Where is heron ${turn}?`));
      expect((await session.prepare()).messages.length).toBe(2 * turn + 1);
      await session.append(assistant('There.'));
    }
    expect(asked).toBe(1);
  });

  it('rejects what is no memory, and scopes that are not names', async () => {
    const store = createMemoryStore();
    await expect(openSession({ store, memory: {} as never })).rejects.toThrow(/createMemory/);
    const memory = createWordMemory();
    await expect(openSession({ store, memory, memoryScope: '' })).rejects.toThrow(/memoryScope/);
    await expect(openSession({ store, memory, memoryTimeoutMs: -1 })).rejects.toThrow(
      /memoryTimeoutMs/,
    );
  });

  it('belongs to a scope: the session’s agent, or the one that is given', async () => {
    const setup = newSetup();
    await say(await open(setup, { id: 'a', agent: 'coder' }), 'The heron port is 4711.');
    await say(await open(setup, { id: 'b', agent: 'coder', memoryScope: 'ann' }), 'Gull is 5.');
    expect(setup.memory.entries('coder')).toHaveLength(1);
    expect(setup.memory.entries('ann')).toHaveLength(1);
    const other = await open(setup, { id: 'c', agent: 'writer' });
    await other.append(user('Where is heron?'));
    expect(recalled((await other.prepare()).messages)).toEqual([]);
  });

  it('belongs to a tenant, where the store does', async () => {
    const setup = newSetup();
    const of = (tenant: string): typeof setup => ({
      ...setup,
      store: setup.store.forTenant(tenant),
    });
    await say(await open(of('acme'), { id: 'a', agent: 'bot' }), 'The heron port is 4711.');
    expect(setup.memory.entries('acme/bot')).toHaveLength(1);
    for (const other of [of('umbrella'), setup]) {
      const session = await open(other, { id: 'b', agent: 'bot' });
      await session.append(user('Where is heron?'));
      expect(recalled((await session.prepare()).messages)).toEqual([]);
    }
    const same = await open(of('acme'), { id: 'c', agent: 'bot' });
    await same.append(user('Where is heron?'));
    expect(recalled((await same.prepare()).messages).join()).toContain('4711');
    // As without tenants: what an agent knew before is its own still.
    await say(await open(of('default'), { id: 'd', agent: 'bot' }), 'The gull port is 5.');
    expect(setup.memory.entries('bot').map(({ sessionId }) => sessionId)).toEqual(['b', 'd']);
    await of('acme').store.append('a', [{ message: user('The swan port is 6.') }]);
    const { behind } = await syncMemory({ ...of('acme'), agent: 'bot' });
    expect([behind, setup.memory.entries('acme/bot').length]).toEqual([1, 3]);
  });

  // promise: cowagent-20
  it('shows the model nothing that the user cleared from the context, and search finds it', async () => {
    const setup = newSetup();
    const session = await open(setup);
    await say(session, 'The heron port is 4711.');
    await session.prepare();
    await session.clear();
    await session.append(user('Where is heron?'));
    expect(recalled((await session.prepare()).messages)).toEqual([]);
    const { memory_search: search } = createMemoryTools({ memory: setup.memory, scope: 'default' });
    expect(await search.execute({ query: 'heron' })).toContain('The heron port is 4711.');
  });
});
