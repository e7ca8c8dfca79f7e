import { expect, it } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
import { conversation, useMemory } from '../support/use-memory.js';

// promise: missy-10
it('finds what an earlier session said, with its source, date and breakdown', async () => {
  const memory = await useMemory();
  await memory.observe('agent', [
    ...conversation('one', ['The staging database is called heron.', ['assistant', 'Noted.']]),
    ...conversation('two', ['Can you write a poem about rain?']),
  ]);
  const { hits, tokens } = await memory.recall('agent', 'What is the staging database called?');
  expect(hits[0]).toMatchObject({
    kind: 'episode',
    trust: 'user',
    text: 'The staging database is called heron.',
    sources: [{ sessionId: 'one', entryId: 'one-0' }],
    date: '2026-03-02T10:00:00.000Z',
    speaker: 'user',
  });
  for (const { score, breakdown } of hits) {
    const sum = Object.values(breakdown).reduce((total, value) => total + value, 0);
    expect(score).toBeCloseTo(sum);
  }
  expect(tokens).toBe(hits.reduce((sum, hit) => sum + hit.tokens, 0));
});

// promise: missy-10
it('finds a question and its answer among many messages, and of the others only neighbours', async () => {
  const memory = await useMemory();
  const noise = (from: number): string[] =>
    Array.from({ length: 30 }, (_, index) => `Note ${from + index} is about candles.`);
  await memory.observe(
    'agent',
    conversation('one', [
      ...noise(0),
      'How do I deploy to Kubernetes with helm?',
      ['assistant', 'Use helm upgrade --install with the chart.'],
      ...noise(30),
    ]),
  );
  const { hits } = await memory.recall('agent', 'How do I deploy to Kubernetes with helm?');
  const texts = hits.map(({ text }) => text);
  expect(texts[0]).toBe('How do I deploy to Kubernetes with helm?');
  expect(texts).toContain('Use helm upgrade --install with the chart.');
  // Of the others only those that stand beside the two.
  const others = texts.filter((text) => text.includes('candles'));
  expect(others.toSorted()).toEqual(['Note 29 is about candles.', 'Note 30 is about candles.']);
});

it('keeps within its tokens and its limit, and leaves out what the caller has', async () => {
  const memory = await useMemory();
  const said = Array.from({ length: 40 }, (_, index) => `Ticket ${index}: the parser drops tabs.`);
  await memory.observe('agent', conversation('one', said));
  expect((await memory.recall('agent', 'parser tabs')).hits).toHaveLength(10);
  expect((await memory.recall('agent', 'parser tabs', { limit: 3 })).hits).toHaveLength(3);
  const few = await memory.recall('agent', 'parser tabs', { maxTokens: 60 });
  expect(few.tokens).toBeLessThanOrEqual(60);
  expect(few.hits.length).toBeGreaterThan(1);
  const [first] = few.hits;
  const others = await memory.recall('agent', 'parser tabs', {
    excludes: ({ entryId }) => entryId === first?.sources[0]?.entryId,
  });
  expect(others.hits.map(({ text }) => text)).not.toContain(first?.text);
});

it('takes each entry once: again, and as a copy in a fork, it adds nothing', async () => {
  const memory = await useReadingMemory();
  const entries = conversation('one', ['I live in Leipzig.', ['assistant', 'A fine city.']]);
  expect(await memory.observe('agent', entries)).toEqual({ added: 2, factIds: [1] });
  expect(await memory.observe('agent', entries)).toEqual({ added: 0, factIds: [] });
  const fork = entries.map((entry) => ({ ...entry, sessionId: 'fork' }));
  expect(await memory.observe('agent', fork)).toEqual({ added: 0, factIds: [] });
  expect(await memory.observedThroughSeq('agent', 'one')).toBe(1);
  expect(await memory.observedThroughSeq('agent', 'fork')).toBe(1);
  expect(await memory.observedThroughSeq('agent', 'other')).toBe(-1);
  expect(await memory.list('agent')).toHaveLength(1);
  const { hits } = await memory.recall('agent', 'fine city');
  expect(hits.filter(({ text }) => text === 'A fine city.')).toHaveLength(1);
});

it('finds words of scripts without spaces, and words without their accents', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    conversation('one', ['我们在东京开会。', 'Das Büro ist in Zürich.']),
  );
  expect((await memory.recall('agent', '东京')).hits[0]?.text).toContain('东京');
  expect((await memory.recall('agent', 'buro zurich')).hits[0]?.text).toContain('Zürich');
});

it('finds an answer that shares no word with the question beside the one it answers', async () => {
  const memory = await useMemory({ path: ':memory:', profile: 'dialogue' });
  const speak = (id: number, speaker: string, text: string, sessionId = 'one') => ({
    id: `${sessionId}-${id}`,
    sessionId,
    createdAt: '2023-05-08T13:56:00.000Z',
    message: { role: 'user' as const, content: text },
    metadata: { speaker },
  });
  await memory.observe('agent', [
    speak(0, 'Ana', 'What did you paint last year?'),
    speak(1, 'Ben', 'A lake at sunrise, it hangs in our kitchen.'),
    speak(2, 'Ana', 'Did you see the game?', 'two'),
    speak(3, 'Ben', 'We went there with friends.', 'two'),
  ]);
  const { hits } = await memory.recall('agent', 'What did Ben paint?');
  expect(
    hits
      .map(({ text }) => text)
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['A lake at sunrise, it hangs in our kitchen.', 'What did you paint last year?']);
});

it('finds what was said on a day by its date alone', async () => {
  const memory = await useMemory();
  await memory.observe('agent', [
    ...conversation('one', ['The oven broke.'], '2026-03-02T10:00:00.000Z'),
    ...conversation('two', ['We ate soup.'], '2026-05-11T10:00:00.000Z'),
  ]);
  const { hits } = await memory.recall('agent', 'anything from 11 May 2026?');
  expect(hits.map(({ text }) => text)).toEqual(['We ate soup.']);
});

it('never gives out a secret', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    conversation('one', ['My API_KEY=sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2 works.']),
  );
  await memory.write('agent', {
    subject: 'user',
    predicate: 'password',
    object: 'hunter22-and-more',
  });
  const { hits } = await memory.recall('agent', 'API_KEY password of the user');
  expect(JSON.stringify(hits)).not.toMatch(/a1B2c3D4|hunter22/);
  expect(JSON.stringify(hits)).toContain('[REDACTED:');
});

it.each([
  ['The login of the wiki is anna.', 'The login of the shop is berta.', 'login'],
  ['Passport number is P1234567.', 'Visa number is V7654321.', 'number'],
  [
    'The codeword of oslo is rhubarb-oslo.',
    'The codeword of bergen is rhubarb-bergen.',
    'codeword',
  ],
])('shows the same thing of two owners: %s %s', async (one, other, query) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [one]));
  await memory.observe('agent', conversation('two', [other]));
  const shown = JSON.stringify((await memory.recall('agent', query)).hits);
  for (const said of [one, other]) expect(shown).toContain(said.split(' ').at(-1)?.slice(0, -1));
});

it('shows nothing that has nothing to do with the question, and what was asked first', async () => {
  const memory = await useMemory();
  const notes = Array.from(
    { length: 60 },
    (_, at) => `Note ${at} about ${at % 2 ? 'wax' : 'tin'}.`,
  );
  const asked = 'The ferry to the island leaves at noon';
  await memory.observe('agent', conversation('one', notes.with(3, `Note 3: ${asked}.`)));
  const { hits } = await memory.recall('agent', asked);
  expect(hits[0]?.text).toBe(`Note 3: ${asked}.`);
  expect(hits.length).toBeLessThanOrEqual(5);
  expect((await memory.recall('agent', 'Which violin did she play?')).hits).toEqual([]);
});

it('shows a later message on the same matter before the one that it goes on from', async () => {
  const memory = await useMemory();
  const say = (at: number, content: string) =>
    memory.observe('agent', conversation(`session-${at}`, [content], `2026-0${at}-01T10:00:00Z`));
  await say(1, 'This repo builds with webpack.');
  await say(2, 'The other repo has no tests.');
  await say(3, 'We have replaced webpack by Rspack.');
  await say(4, 'Anna leads the platform team.');
  await say(5, 'Bert has taken over the data team.');
  const shown = async (query: string) => (await memory.recall('agent', query)).hits;
  const hits = await shown('What does this repo build with?');
  expect(hits.slice(0, 2).map(({ text, date }) => [text, date.slice(0, 7)])).toEqual([
    ['We have replaced webpack by Rspack.', '2026-03'],
    ['This repo builds with webpack.', '2026-01'],
  ]);
  expect(hits[0]?.breakdown).toHaveProperty('later');
  const team = await shown('Who leads the platform team?');
  expect(team.map(({ text }) => text.slice(0, 4))).toEqual(['Anna', 'Bert']);
});

it.each([
  ['german', 'Die Wohnungen in der Kantstraße sind verkauft worden.', 'Wem gehört die Wohnung?'],
  ['spanish', 'Las reuniones del equipo son los martes.', '¿Cuándo es la reunión?'],
  ['french', 'Nous avons mangé chez les voisins.', 'Qui est le voisin?'],
  ['russian', 'Мы купили новые машины для фирмы.', 'Какая у нас новая машина?'],
])('finds other forms of a word in %s', async (_, said, query) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [said, 'Hello there.']));
  expect((await memory.recall('agent', query)).hits[0]?.text).toBe(said);
});
