import { join } from 'node:path';

import type { MemoryIndex } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';

import { createSqliteMemoryIndex } from '../../src/index.js';
import { stringHash } from '../../src/sqlite/string-hash.js';
import { conversation, useFolder, useMemory } from '../support/use-memory.js';

const name = (index: number): string =>
  `Zu${String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

/** Counts the facts that the index delivers. */
function counting(index: MemoryIndex): { index: MemoryIndex; read(): number } {
  let read = 0;
  return {
    read: () => read,
    index: {
      ...index,
      facts: async (scope, filter) => {
        const found = await index.facts(scope, filter);
        read += found.length;
        return found;
      },
    },
  };
}

it.each([
  ['that has one value', (value: string) => `I live in ${value}.`, 20],
  ['that has many values', (value: string) => `I like ${value}.`, 250],
])('learns one more value of a slot %s without reading all of them', async (_, say, most) => {
  const { index, read } = counting(createSqliteMemoryIndex({ path: ':memory:' }));
  const memory = await useMemory({ index });
  const said = Array.from({ length: 600 }, (__, at) => say(name(at)));
  await memory.observe('agent', conversation('one', said));
  const before = read();
  await memory.observe(
    'agent',
    conversation('two', [say('Zufinal'), say(name(3))], '2026-04-02T10:00:00.000Z'),
  );
  expect(read() - before).toBeLessThanOrEqual(2 * most);
  const facts = await memory.list('agent', { past: true });
  expect(facts.filter(({ object }) => object === 'Zufinal')).toHaveLength(1);
  const again = facts.filter(({ object, validTo }) => object === name(3) && validTo === undefined);
  expect(again).toHaveLength(1);
});

it('opens a file whose slots have one key for facts that hold and facts that do not', async () => {
  const path = join(await useFolder(), 'memory.db');
  const first = await useMemory({ path });
  await first.observe('agent', conversation('one', ['I live in Ghent.', 'I moved to Bruges.']));
  const index = createSqliteMemoryIndex({ path });
  const stored = await index.facts('agent', {});
  await index.close();
  const database = new BetterSqlite3(path);
  for (const fact of stored) {
    for (const key of [`open ${fact.slot}`, `past ${fact.slot}`]) {
      database
        .prepare('UPDATE fact_keys SET hash = ? WHERE hash = ? AND fact = ?')
        .run(stringHash(`slot ${fact.slot}`), stringHash(key), fact.id);
    }
  }
  database.pragma('user_version = 1');
  database.close();
  const memory = await useMemory({ path });
  await memory.observe(
    'agent',
    conversation('two', ['I live in Antwerp.'], '2026-04-02T10:00:00Z'),
  );
  const facts = await memory.list('agent', { past: true });
  expect(facts.map(({ object, validTo }) => [object, validTo === undefined])).toEqual([
    ['Ghent', false],
    ['Bruges', false],
    ['Antwerp', true],
  ]);
});
