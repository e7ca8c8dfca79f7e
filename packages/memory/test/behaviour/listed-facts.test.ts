import type { MemoryEntry, MemoryFact } from '@everlong/core';
import { expect, test } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

const fact = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };

/** A call of the shell and its result. */
function toolRun(seq: number, command: string, value: string, isFailure = false): MemoryEntry[] {
  const call = { toolCallId: `call-${seq}`, toolName: 'bash' };
  const entry = { sessionId: 'one', createdAt: '2026-03-02T11:00:00.000Z' };
  const output = { type: isFailure ? ('error-text' as const) : ('text' as const), value };
  return [
    {
      ...entry,
      id: `call-${seq}`,
      seq,
      message: { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { command } }] },
    },
    {
      ...entry,
      id: `result-${seq}`,
      seq: seq + 1,
      message: { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    },
  ];
}

test('what one memory lists can be written to another: the same sentences, counts and doubts', async () => {
  const [one, other] = [await useMemory(), await useMemory()];
  await one.write('agent', fact);
  await one.observe('agent', [
    ...conversation('one', ['I like olives.', "I don't like olives anymore.", 'Run the tests.']),
    ...toolRun(3, 'npm test', 'Error: no script', true),
    ...toolRun(5, 'npm run unit', 'ok'),
    ...conversation('two', ['I live in Porto.', 'I moved to Lisbon.']).map((each) => ({
      ...each,
      metadata: { speaker: 'Alice' },
    })),
    ...conversation('three', ['Alice lives in Faro.']).map((each) => ({
      ...each,
      metadata: { speaker: 'Bob' },
    })),
  ]);
  const base = await one.write('agent', { subject: 'box', predicate: 'port', object: '1' });
  await one.write('agent', { ...fact, subject: 'tunnel', derivedFrom: [base.id] });
  await one.write('agent', { subject: 'box', predicate: 'port', object: '2' });
  const listed = await one.list('agent', { past: true });
  await other.write('agent', listed);
  const same = ({
    text,
    isNegated,
    isStale,
    isDisputed,
    uses,
    successes,
    validTo,
  }: MemoryFact) => ({ text, isNegated, isStale, isDisputed, uses, successes, validTo });
  expect((await other.list('agent', { past: true })).map(same)).toEqual(listed.map(same));
  expect(listed.filter(({ isStale }) => isStale)).toHaveLength(1);
  expect(listed.filter(({ isDisputed }) => isDisputed)).toHaveLength(2);
  const [learning] = await other.learnings('agent', 'run the tests');
  expect(learning?.text).toContain('`npm run unit` worked');
  const [first] = listed;
  const [changed] = await other.write('agent', [{ ...first, object: 'Kiel' } as MemoryFact]);
  expect(changed?.text).toBe('The user lives in Kiel');
});
