import { validateOpenAIResponses } from '@everlong/validators';
import { jsonSchema, tool } from 'ai';
import { expect, it } from 'vitest';

import type { Session } from '../../src/index.js';
import { READ, thinkingBehindBlocks, working } from '../support/working-session.js';
import { createWordMemory } from '../support/word-memory.js';

const TURNS = 300;
const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5'] as const;

/** A tool whose description says which version it is. */
const writer = (version: number) =>
  tool({ description: `Writes. ${version}`, inputSchema: jsonSchema<object>({ type: 'object' }) });

it('300 turns with changes of every kind are neither refused nor robbed of their thinking', async () => {
  let calls = 0;
  let recalls = 0;
  const { count, see } = thinkingBehindBlocks();
  const answer = (body: Record<string, unknown>) => {
    see(body);
    if (JSON.stringify(body).includes('[Long-term memory')) recalls++;
    return ++calls % 2 === 0
      ? [{ type: 'text', text: 'Done.' }]
      : [{ type: 'tool_use', id: `call_${calls}`, name: 'read', input: { path: `${calls}.ts` } }];
  };
  const memory = createWordMemory();
  const made = await working({ memory }, { answer });
  const { upstream, store, open, continueWith } = made;
  let { session } = made;
  let model: string = MODELS[0];
  for (let turn = 0; turn < TURNS; turn++) {
    if (turn === 69) {
      // Instructions and a tool have changed; a rewind begins an epoch without earlier thinking.
      expect(count.answers).toBeGreaterThan(1000);
      expect(count.withThinking).toBe(count.answers);
    }
    if (turn % 70 === 69) {
      const { entryCount } = await store.getSession(session.id);
      await session.rewind(entryCount - 9);
    }
    if (turn % 100 === 99) session = await session.fork();
    if (turn % 80 === 79) {
      model = model === MODELS[0] ? MODELS[1] : MODELS[0];
      session = await open({ id: session.id, model });
    }
    const tools = { read: READ, write: writer(Math.floor(turn / 40)) };
    const instructions = `Be kind. ${Math.floor(turn / 30)}`;
    await continueWith(session)(`Read on, ${turn}: heron.`, instructions, {
      tools,
      model,
    });
  }
  expect([upstream.refusals, upstream.dropped]).toEqual([[], 0]);
  expect(upstream.summaries).toBeGreaterThan(40);
  expect(recalls).toBeGreaterThan(100);
  expect(count.withThinking).toBeGreaterThan(count.answers * 0.8);
});

it('a session that leaves Claude for another provider holds what its own summaries would hold', async () => {
  const planted = Array.from({ length: 12 }, (_, turn) => [
    `Never touch the file heron-${turn}.md.`,
    `RK-${7000 + turn * 13}`,
  ]);
  const heldBy = async (compaction: 'own' | 'provider') => {
    const { session, open, ask, compactions } = await working({ compaction });
    for (const [demand, value] of planted) await ask(`${demand} The order is ${value}.`);
    expect((await compactions()).length).toBeGreaterThan(2);
    await session.close();
    const other: Session = await open({ id: session.id, model: 'gpt-5.5', compaction: 'own' });
    await other.append({ role: 'user', content: 'And now?' });
    const { body } = await other.prepare({ as: 'openai-responses', instructions: 'Be kind.' });
    expect(validateOpenAIResponses({ model: 'gpt-5.5', ...body })).toEqual([]);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/compaction|signature/);
    return planted.flat().filter((item) => text.includes(item));
  };
  const own = await heldBy('own');
  expect(own.length).toBeGreaterThan(20);
  expect(await heldBy('provider')).toEqual(own);
});
