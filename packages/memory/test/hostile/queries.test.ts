import { anyCharacter, propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

const pieces = [
  ...`" ' ( ) * ^ : - + NEAR AND OR NOT {words} words: secret 2_secret 1_secret document_words 东京 é % _ ; --`.split(
    ' ',
  ),
  '\0',
  ' ',
  '\u{1f600}',
  '\ud800',
];

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.string({ maxLength: 60 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
);

it('answers any string, with nothing of another scope', async () => {
  const memory = await useMemory();
  await memory.observe(
    'mine',
    conversation('one', ['I live in Leipzig and work at Zeiss on lenses.', 'The port is 8080.']),
  );
  await memory.observe(
    'theirs',
    conversation('two', ['The secret is words 1 and 2 AND NEAR 东京 é.', 'My secret port is 9.']),
  );
  await memory.write('theirs', { subject: 'secret', predicate: 'NEAR', object: '"words" OR 1' });
  await fc.assert(
    fc.asyncProperty(hostile, async (query) => {
      const { hits } = await memory.recall('mine', query);
      for (const hit of hits) {
        expect(hit.text).not.toMatch(/secret/i);
        expect(hit.sources.every(({ sessionId }) => sessionId === 'one')).toBe(true);
      }
      await memory.learnings('mine', query);
    }),
    { numRuns: propertyRuns(500) },
  );
});

it('takes in any message', async () => {
  const memory = await useMemory();
  await fc.assert(
    fc.asyncProperty(hostile, fc.uuid(), async (text, id) => {
      const entry = { id, sessionId: 'odd', createdAt: '2026-03-02T10:00:00.000Z' };
      await memory.observe('odd', [{ ...entry, message: { role: 'user', content: text } }]);
      await memory.write('odd', { subject: `x${text}`, predicate: `x${text}`, object: `x${text}` });
      await memory.entity('odd', text);
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('is not slowed down by repetitive text', async () => {
  const memory = await useMemory();
  const texts = [
    'I am '.repeat(4000),
    'and I '.repeat(4000),
    'the a '.repeat(4000),
    '<a>'.repeat(6000),
    '"'.repeat(20_000),
    `${'I live in '.repeat(30)}.`.repeat(20),
    'my sister Ana '.repeat(1000),
    'port 1 '.repeat(3000),
    `I moved from ${'x '.repeat(180)}`,
    `${'Sorry, '.repeat(50)}it is`,
    'last next this '.repeat(1000),
  ];
  await memory.observe('odd', conversation('one', texts));
  expect((await memory.recall('odd', 'sister Ana')).hits.length).toBeGreaterThan(0);
});
