import type { Memory } from '@everlong/core';
import { expect, it } from 'vitest';

import { useMemory } from '../support/use-memory.js';

/** A memory of lines that were said a month apart. */
async function told(said: readonly string[]): Promise<Memory> {
  const memory = await useMemory();
  for (const [index, content] of said.entries()) {
    const createdAt = `2026-0${index + 1}-02T10:00:00.000Z`;
    const message = { role: 'user' as const, content };
    await memory.observe('agent', [
      { id: `e${index}`, sessionId: `s${index}`, createdAt, message },
    ]);
  }
  return memory;
}

/** What a question finds. */
async function shown(said: readonly string[], query: string): Promise<string> {
  const memory = await told(said);
  return (await memory.recall('agent', query)).hits.map(({ text }) => text).join(' | ');
}

it.each([
  // Mentions of a name in tasks replace nothing: the name was struck as `[earlier value]`.
  [
    [
      'My dog is called Quetzalcoatl. I like green tea.',
      'Task 0: walk Quetzalcoatl. Filler about painting wall 0 with colour.',
      'Task 1: walk Quetzalcoatl. Filler about painting wall 1 with colour.',
    ],
    'What is my dog called?',
    'Quetzalcoatl',
  ],
  // A tent `Leo H` is not the brother Leo.
  [
    ['My brother Leo lives in Bonn.', 'We bought a tent, the Leo H.', 'We sold the Leo H.'],
    'Where does Leo live?',
    'Bonn',
  ],
  [
    ['My brother is called Leo. Leo likes chess.', 'We sold the Leo H.'],
    'What does Leo like?',
    'Leo likes chess',
  ],
  [['My brother is Leo.', 'We sold the Leo H.'], 'Who is my brother?', 'brother is Leo'],
  [
    ['Leo likes dinosaurs.', 'We bought a tent called Leo H.', 'Leo H sleeps four and is green.'],
    'What does Leo like?',
    'Leo likes dinosaurs',
  ],
  [['Our tent is a Leo H.', 'Leo moved to Kiel.'], 'Which tent do we have?', 'Leo H'],
  // What was refused leaves what holds.
  [
    ['The rent is 700 euros.', 'They tried to put the rent up to 900, we refused.'],
    'What is the rent?',
    '700',
  ],
  // The same digits with another symbol.
  [
    ['The limit is 5.', 'The limit is -5.', 'The limit is 5%.'],
    'What is the limit?',
    'The limit is 5%.',
  ],
] as const)('%j: shows %s', async (said, query, expected) => {
  const text = await shown(said, query);
  expect(text).toContain(expected);
  expect(text).not.toContain('[earlier value]%');
});

// What says so in these words replaces a value all the same.
it.each([
  [
    ['Our boss is Leo Hartmann.', 'Leo moved on, our boss is now Ada.'],
    'Who is our boss?',
    'Hartmann',
  ],
  [['The rent is 700 euros.', 'They put the rent up to 900.'], 'What is the rent?', '700'],
  [['My dog is called Rex.', 'My dog is called Bo, not Rex.'], 'What is my dog called?', 'Rex'],
  [['The limit is 5%.', 'The limit is 6%.'], 'What is the limit?', '5%'],
] as const)('%j: hides what held before, %s, %s', async (said, query, former) => {
  expect(await shown(said, query)).not.toContain(former);
});

it.each([
  [['My brother is Leo.', 'We sold the Leo H.'], 'brother is Leo'],
  [['My dog is Rex.', 'Rex Harrison died.'], 'dog is Rex'],
  [['My dog is Rex.', 'Rex died.'], undefined],
] as const)('%j: the profile says %s', async (said, expected) => {
  const memory = await told(said);
  const { text } = await memory.profile('agent', { maxTokens: 200 });
  if (expected === undefined) expect(text).toBe('');
  else expect(text).toContain(expected);
});
