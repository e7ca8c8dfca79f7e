import { createMemoryStore, messageText, type ModelMessage, type Store } from '@everlong/core';
import { COUNTED_HISTORIES, propertyRuns, sampled } from '@everlong/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';

/** More entries than an open session holds; in the full run three times as many. */
const EXCHANGES = propertyRuns(COUNTED_HISTORIES) < COUNTED_HISTORIES ? 750 : 1500;

function exchange(number: number): ModelMessage[] {
  const call = { toolCallId: `call-${number}`, toolName: 'read_file' };
  const value = `export const value${number} = ${number};`;
  return [
    { role: 'user', content: `Look at src/file-${number}.ts` },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { number } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
    { role: 'assistant', content: `It exports value${number}.` },
  ];
}

const log = Array.from({ length: EXCHANGES }, (_, number) => exchange(number)).flat();

describe('a long log that nobody has compacted', () => {
  let store: Store;
  let reads = 0;

  beforeAll(async () => {
    const memory = createMemoryStore();
    await memory.createSession({ id: 'imported', agent: 'default' });
    await memory.append('imported', [
      { message: { role: 'system', content: 'You are Ada.' } },
      { message: { role: 'user', content: 'Never touch src/legacy.' } },
      ...log.map((message) => ({ message })),
      { message: { role: 'user', content: 'Which file exports value7?' } },
    ]);
    store = {
      ...memory,
      async *read(id, options) {
        for await (const entry of memory.read(id, options)) {
          reads++;
          yield entry;
        }
      },
    };
  });

  const open = (options: Partial<SessionOptions> = {}) =>
    openSession({ store, id: 'imported', contextWindow: 8000, ...options });

  it('is opened without being read', async () => {
    reads = 0;
    const session = await open();
    expect(reads).toBeLessThan(2010);
    expect(session.state()).toMatchObject({ level: 'over', willCompact: true });
  });

  it('is covered by the first request, from its beginning', async () => {
    const forked = await (await open()).fork();
    const options = { id: forked.id, policy: 'everlong' } as const;
    await forked.pin(3);
    const session = await open(options);
    const { messages, plan, state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(plan.ranges[0]?.from).toBe(0);
    expect(plan.ranges.at(-1)?.to).toBe(log.length + 2);
    expect(plan.explain(100)?.disposition).toBe('summarized');
    expect(plan.explain(3)?.disposition).toBe('verbatim');
    expect(state.lastCompaction?.summarizedMessages).toBeGreaterThan(log.length - 100);
    expect(messageText(messages[0] as ModelMessage)).toContain('Never touch src/legacy.');
    const again = await (await open(options)).prepare();
    expect(again.messages).toEqual(messages);
  });

  it.each(sampled(['newest', 'supyagent', 'supyagent-sdk', 'missy', 'cowagent'], 2))(
    'fits and is accounted for: %s',
    async (policy) => {
      const { id } = await (await open()).fork();
      const { state, plan } = await (await open({ id, policy })).prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      let next = 0;
      for (const { from, to } of plan.ranges) {
        expect(from).toBe(next);
        next = to + 1;
      }
      expect(next).toBe(log.length + 3);
    },
  );

  it('is read whole where nothing is left out', async () => {
    const { messages } = await (await open({ policy: 'full' })).prepare();
    expect(messages.length).toBe(log.length + 2);
  });
});
