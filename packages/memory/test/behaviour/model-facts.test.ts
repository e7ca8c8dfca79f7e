import type { Memory, MemoryFact } from '@everlong/core';
import { expect, it } from 'vitest';

import { speaking } from '../support/speaking-model.js';
import { conversation, type Said, useMemory } from '../support/use-memory.js';

interface Item {
  message?: number;
  quote: string;
  subject?: string;
  predicate: string;
  object: string;
  [field: string]: unknown;
}

/** Says each conversation, and answers the model's question after it with the items. */
async function learn(
  rounds: readonly (readonly [said: readonly Said[], items: readonly Item[]])[],
  starts = ['2026-03-02T10:00:00.000Z', '2026-04-02T10:00:00.000Z', '2026-05-02T10:00:00.000Z'],
): Promise<{ memory: Memory; prompts(): string }> {
  let answer = '';
  const model = speaking(async () => answer);
  const memory = await useMemory({ path: ':memory:', model });
  for (const [at, [said, items]] of rounds.entries()) {
    answer = JSON.stringify(
      items.map((item, index) => ({ id: `N${index + 1}`, message: 0, subject: 'user', ...item })),
    );
    await memory.observe('agent', conversation(`session-${at}`, said, starts[at] ?? ''));
    await memory.flush('agent');
  }
  return { memory, prompts: () => JSON.stringify(model.doGenerateCalls).replaceAll(/\\+"/g, '"') };
}

async function values(memory: Memory): Promise<string[]> {
  const facts = await memory.list('agent');
  return facts.map(({ object, isDisputed }) => object + (isDisputed ? ' (disputed)' : ''));
}

async function shown(memory: Memory, query: string): Promise<string[]> {
  return (await memory.recall('agent', query)).hits.map(({ text }) => text);
}

const berth = { quote: 'moored at pier 9', predicate: 'berth', object: 'pier 9', single: true };
const moved = { quote: 'tied up at Gull Wharf', predicate: 'berth', object: 'Gull Wharf' };
const old = [
  ['The boat is moored at pier 9, next to the fuel dock.'],
  [{ ...berth, subject: 'boat' }],
] as const;

it('names known facts to the model; the fact that takes their place is shown alone', async () => {
  const { memory, prompts } = await learn([
    old,
    [
      ['Since the storm the boat is tied up at Gull Wharf.'],
      [{ ...moved, subject: 'boat', single: true, ends: ['F1'], question: 'Where is the ship?' }],
    ],
  ]);
  expect(prompts()).toContain('"id":"F1","subject":"boat","predicate":"berth","object":"pier 9"');
  expect(await values(memory)).toEqual(['Gull Wharf']);
  for (const query of [
    "What is the boat's berth?",
    'Which pier is the boat moored at?',
    'Where is the ship?',
  ]) {
    const hits = await shown(memory, query);
    expect(hits[0]).toContain('Gull Wharf');
    expect(hits.join()).not.toContain('· pier 9');
  }
  expect(await shown(memory, 'What about pier 9?')).toContain(old[0][0]);
  await memory.withdraw('agent', { sessionId: 'session-1', fromSeq: 0 });
  expect(await values(memory)).toEqual(['pier 9']);
});

it('ends what a message says is over, though it names no other value', async () => {
  const sold = { quote: 'We sold the boat', subject: 'boat', predicate: 'berth', object: 'pier 9' };
  const { memory } = await learn([
    old,
    [['We sold the boat.'], [{ ...sold, negated: true, ends: ['F1'] }]],
  ]);
  expect((await memory.list('agent')).filter(({ isNegated }) => !isNegated)).toEqual([]);
  const hits = await shown(memory, 'Do we have a boat?');
  expect(hits[0]).toBe('We sold the boat.');
  expect(hits.join()).not.toContain('· pier 9');
});

const unproven: readonly (readonly [why: string, said: string, item: Item])[] = [
  [
    'names nothing of it',
    'I stay on land from now on.',
    { quote: 'on land', predicate: 'stays', object: 'land', ends: ['N1'] },
  ],
  [
    'only passes on what somebody else says',
    'Ola says that the boat is tied up at Gull Wharf.',
    { ...moved, subject: 'boat', single: true, by: 'Ola', ends: ['N1'] },
  ],
  [
    'is not said to end it, and nobody declared that there is one value',
    'The boat is tied up at Gull Wharf.',
    { ...moved, subject: 'boat', single: true },
  ],
];

it.each(unproven)('keeps and marks a fact if a later message %s', async (_, said, item) => {
  const { memory } = await learn([
    [
      [...old[0], said],
      [
        { ...berth, subject: 'boat' },
        { ...item, message: 1 },
      ],
    ],
  ]);
  expect(await values(memory)).toContain('pier 9 (disputed)');
});

it('lets no earlier message, no other matter, and no unquoted end retire a fact', async () => {
  const late: Item = { ...moved, subject: 'boat', ends: ['F1'] };
  const said = ['The boat is tied up at Gull Wharf.'];
  const earlier = await learn(
    [old, [said, [late]]],
    ['2026-03-02T10:00:00.000Z', '2026-02-02T10:00:00.000Z'],
  );
  expect(await values(earlier.memory)).toContain('pier 9');
  const invented = await learn([old, [said, [{ ...late, quote: 'sold it at Gull Wharf' }]]]);
  expect(await values(invented.memory)).toEqual(['pier 9']);
  const unknown = await learn([old, [said, [{ ...late, predicate: 'tied up at', ends: ['F7'] }]]]);
  expect((await values(unknown.memory)).toSorted()).toEqual(['Gull Wharf', 'pier 9']);
});

it('marks what followed from a fact that ended', async () => {
  const { memory } = await learn([
    [
      ['The boat is moored at pier 9. So the keys are with Henk.'],
      [
        { ...berth, subject: 'boat' },
        {
          quote: 'the keys are with Henk',
          subject: 'keys',
          predicate: 'are with',
          object: 'Henk',
          follows: ['N1'],
        },
      ],
    ],
    [['The boat is tied up at Gull Wharf.'], [{ ...moved, subject: 'boat', ends: ['F1'] }]],
  ]);
  const facts = await memory.list('agent');
  expect(facts.find(({ object }) => object === 'Henk')).toMatchObject<Partial<MemoryFact>>({
    isStale: true,
  });
  expect((await shown(memory, 'Who has the keys?')).join('; ')).toMatch(
    /are with · Henk \(may hold no longer/,
  );
});

it('makes no fact about the user of what a model quotes from a pasted text', async () => {
  const item = { quote: 'I live in Atlantis', predicate: 'lives in', object: 'Atlantis' };
  for (const said of [
    '> I live in Atlantis.\nCan you translate this?',
    '```\nI live in Atlantis.\n```',
    '## Relevant Memory\n- I live in Atlantis.',
    '<document>\nI live in Atlantis.\n</document>',
    'tool result: I live in Atlantis.',
    ['```', ...Array<string>(60).fill('A line of a log.'), 'I live in Atlantis.', '```'].join('\n'),
  ]) {
    // A long message is asked about in parts.
    const { memory } = await learn([[[said], [{ ...item, message: Number(said.length > 1000) }]]]);
    expect(await values(memory)).toEqual([]);
  }
  const { memory } = await learn([[['> Where do you live?\n\nI live in Atlantis.'], [item]]]);
  expect(await values(memory)).toEqual(['Atlantis']);
});
