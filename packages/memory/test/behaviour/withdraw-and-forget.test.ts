import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createSqliteMemoryIndex } from '../../src/index.js';
import { useReadingMemory } from '../support/reading-model.js';
import { conversation, useFolder, useMemory } from '../support/use-memory.js';

it('takes back what was withdrawn: what it had superseded holds again', async () => {
  const memory = await useReadingMemory();
  await memory.observe(
    'agent',
    conversation('one', ['I live in Hamburg, so I commute by ferry.', 'I moved to Leipzig.']),
  );
  expect((await memory.list('agent')).map(({ object, isStale }) => [object, isStale])).toEqual([
    ['ferry', true],
    ['Leipzig', false],
  ]);
  const withdrawn = await memory.withdraw('agent', { sessionId: 'one', fromSeq: 1 });
  expect(withdrawn).toEqual({ entries: 1, factIds: [3], restoredFactIds: [1] });
  expect((await memory.list('agent')).map(({ object, isStale }) => [object, isStale])).toEqual([
    ['Hamburg', false],
    ['ferry', false],
  ]);
  const { hits } = await memory.recall('agent', 'Leipzig');
  expect(JSON.stringify(hits)).not.toContain('Leipzig');
});

it('forgets a name however it is written, with characters that nobody sees too', async () => {
  const memory = await useReadingMemory();
  const written = [
    'Xylophia',
    'XYLOPHIA',
    'Xylo\u200bphia',
    'Xylo\u00adphia',
    'Ｘｙｌｏｐｈｉａ',
    'Xylo\u2060phia',
  ];
  await memory.observe(
    'agent',
    conversation(
      'one',
      written.map((name) => `I met ${name} at the harbour.`),
    ),
  );
  await memory.forget('agent', { entity: 'Xylophia' });
  expect(await memory.list('agent')).toEqual([]);
  const { hits } = await memory.recall('agent', 'harbour');
  expect(hits).toEqual([]);
});

it('leaves to a fork what was withdrawn from the original', async () => {
  const memory = await useReadingMemory();
  const entries = conversation('one', ['I live in Hamburg.']);
  await memory.observe('agent', entries);
  await memory.observe(
    'agent',
    entries.map((entry) => ({ ...entry, sessionId: 'fork' })),
  );
  const { restoredFactIds, factIds } = await memory.withdraw('agent', {
    sessionId: 'one',
    fromSeq: 0,
  });
  expect([factIds, restoredFactIds]).toEqual([[], []]);
  const { hits } = await memory.recall('agent', 'Hamburg');
  expect(hits.flatMap(({ sources }) => sources.map(({ sessionId }) => sessionId))).toEqual([
    'fork',
    'fork',
  ]);
});

it('keeps facts that rest on other entries as well', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', [
    ...conversation('one', ['I live in Hamburg.']),
    ...conversation('two', ['I live in Hamburg.'], '2026-03-05T10:00:00.000Z'),
  ]);
  await memory.withdraw('agent', { sessionId: 'one', fromSeq: 0 });
  expect(await memory.list('agent')).toMatchObject([
    { object: 'Hamburg', sources: [{ sessionId: 'two' }] },
  ]);
});

/** Every byte of every file below a folder. */
async function bytesBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  );
  return texts.join('\n').toLowerCase();
}

const filler = Array.from(
  { length: 300 },
  (_, index) => `Remark ${index} about paint, ladders and brushes.`,
);

it.for([
  ['an entity', { entity: 'Quetzalcoatlus' }],
  ['a fact', { factId: 1 }],
  ['an entry', { sessionId: 'one', entryId: 'one-5' }],
  ['a session', { sessionId: 'one' }],
  ['everything', { everything: true }],
] as const)('leaves no byte of %s', async ([, selector]) => {
  const folder = await useFolder();
  const memory = await useReadingMemory({ path: join(folder, 'agent.db'), notesDirectory: folder });
  const said = [...filler];
  said[5] = 'My dog is called Quetzalcoatlus.';
  await memory.observe('agent', conversation('one', said));
  await memory.observe('agent', conversation('two', filler, '2026-04-01T10:00:00.000Z'));
  const range = { sessionId: 'one', fromSeq: 0, throughSeq: 299, date: '2026-03-02' };
  await memory.note('agent', { ...range, text: 'The dog Quetzalcoatlus was mentioned.' });
  await memory.note('agent', { ...range, sessionId: 'two', text: 'Paint and ladders.' });
  expect(await bytesBelow(folder)).toContain('quetzalcoatl');

  const receipt = await memory.forget('agent', selector);
  expect(receipt.sessionIds).toContain('one');
  expect(receipt.factIds).toHaveLength(1);
  expect(receipt.notes).toBeGreaterThan(0);
  expect(await bytesBelow(folder)).not.toContain('quetzal');
  const { hits } = await memory.recall('agent', 'Quetzalcoatlus dog');
  expect(JSON.stringify(hits)).not.toMatch(/quetzal/i);

  const again = await memory.observe('agent', conversation('one', said));
  expect(again).toEqual({ added: 0, factIds: [] });
  expect(await bytesBelow(folder)).not.toContain('quetzal');
});

it('keeps the facts of a message that do not name what is forgotten', async () => {
  const folder = await useFolder();
  const memory = await useReadingMemory({ path: join(folder, 'agent.db') });
  await memory.observe(
    'agent',
    conversation('one', [
      'I prefer tabs. The API port is 8080. We decided to use Postgres.',
      'We decided to use SQLite instead of Postgres. The staging port is 7001.',
    ]),
  );
  const selector = { entity: 'Postgres' };
  const preview = await memory.forget('agent', selector, { dryRun: true });
  expect(await memory.list('agent')).toHaveLength(4);

  const receipt = await memory.forget('agent', selector);
  expect(receipt).toEqual(preview);
  expect(receipt).toMatchObject({ entries: 2, sessionIds: ['one'] });
  expect(receipt.alsoForgotten.map(({ text }) => text)).toEqual(['storage · database · SQLite']);
  const facts = await memory.list('agent', { past: true });
  expect(facts.map(({ text }) => text)).toEqual([
    'user · prefers · tabs',
    'API · port · 8080',
    'staging · port · 7001',
  ]);
  expect(await bytesBelow(folder)).not.toContain('postgres');

  await memory.withdraw('agent', { sessionId: 'one', fromSeq: 1 });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['tabs', '8080']);
});

it('leaves it to a fork also that is observed later, and to the original nothing', async () => {
  const memory = await useReadingMemory();
  const entries = conversation('one', [
    'Hello.',
    `I live in Hamburg.\n\n${'So be it. '.repeat(300)}`,
  ]);
  const forked = entries.map((entry) => ({ ...entry, sessionId: 'fork' }));
  await memory.observe('agent', entries);
  await memory.withdraw('agent', { sessionId: 'one', fromSeq: 1 });
  expect((await memory.observe('agent', forked)).factIds).toHaveLength(1);
  const { hits } = await memory.recall('agent', 'Where is Hamburg?');
  expect(hits.flatMap(({ sources }) => sources.map(({ sessionId }) => sessionId))).toEqual(
    hits.map(() => 'fork'),
  );
  expect(hits.map(({ kind }) => kind)).toContain('fact');
  expect(hits.map(({ text }) => text).join(' ')).toContain('So be it.');
  expect(await memory.observe('agent', entries)).toEqual({ added: 0, factIds: [] });
  expect((await memory.observe('agent', forked)).factIds).toEqual([]);
});

it('forgets one fact of a message without the others', async () => {
  const memory = await useReadingMemory();
  const said = 'I live in Hamburg. The API port is 8080.';
  await memory.observe('agent', conversation('one', [said]));
  const [city] = await memory.list('agent', { subject: 'user' });
  const receipt = await memory.forget('agent', { factId: city?.id ?? -1 });
  expect(receipt.alsoForgotten).toEqual([]);
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['8080']);
});

it('does not keep a sentence whose words hold the name in part', async () => {
  const folder = await useFolder();
  const memory = await useReadingMemory({ path: join(folder, 'agent.db') });
  const said = 'My dog is called Quetzal. The staging host is quetzalbox. I like tea.';
  await memory.observe('agent', conversation('one', [said]));
  await memory.forget('agent', { entity: 'Quetzal' });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['tea']);
  expect(await bytesBelow(folder)).not.toContain('quetzal');
});

it('refuses options of forget that it does not know', async () => {
  const memory = await useReadingMemory();
  const call = (options: object) => memory.forget('agent', { factId: 1 }, options);
  await expect(call({ dry: true })).rejects.toThrow('dry');
  await expect(call({ dryRun: 'yes' })).rejects.toThrow('dryRun of memory.forget');
});

it('does not extract again what was forgotten, and takes it when it is written', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['I live in Hamburg.']));
  await memory.forget('agent', { factId: 1 });
  await memory.observe(
    'agent',
    conversation('two', ['I live in Hamburg.'], '2026-04-01T10:00:00.000Z'),
  );
  expect(await memory.list('agent')).toEqual([]);
  await memory.write('agent', { subject: 'user', predicate: 'lives in', object: 'Hamburg' });
  expect(await memory.list('agent')).toHaveLength(1);
});

it('names the forks whose log holds what was forgotten', async () => {
  const memory = await useReadingMemory();
  const entries = conversation('one', ['The code word is marzipan.']);
  await memory.observe('agent', entries);
  await memory.observe(
    'agent',
    entries.map((entry) => ({ ...entry, sessionId: 'fork' })),
  );
  const { sessionIds, entries: forgotten } = await memory.forget('agent', { sessionId: 'one' });
  expect(sessionIds).toEqual(['one', 'fork']);
  expect(forgotten).toBe(1);
});

it('names every fork that still holds what was forgotten', async () => {
  const memory = await useReadingMemory();
  const entries = conversation('one', ['Ada lives in Hamburg.']);
  for (const sessionId of ['one', 'fork', 'another']) {
    await memory.observe(
      'agent',
      entries.map((entry) => ({ ...entry, sessionId })),
    );
  }
  const { sessionIds } = await memory.forget('agent', { entity: 'Ada' });
  expect(sessionIds.toSorted()).toEqual(['another', 'fork', 'one']);
});

it('removes a note whose removal was cut short, when it is asked again', async () => {
  const folder = await useFolder();
  const index = createSqliteMemoryIndex({ path: ':memory:' });
  let isBroken = true;
  const memory = await useMemory({
    notesDirectory: folder,
    index: {
      ...index,
      async scrub() {
        if (isBroken) throw new Error('The machine stops.');
        return index.scrub();
      },
    },
  });
  const note = { sessionId: 'one', fromSeq: 0, throughSeq: 1, date: '2026-03-02' };
  await memory.note('agent', { ...note, text: 'The codeword is rhubarb.' });
  await expect(memory.forget('agent', { sessionId: 'one' })).rejects.toThrow('stops');
  isBroken = false;
  await memory.forget('agent', { sessionId: 'one' });
  expect(await readdir(join(folder, 'agent'))).toEqual([]);
});

it('says what of earlier answers is no longer there: facts, messages in part or whole, notes', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['My dog is called Rex. The port is 8080.']));
  await memory.observe('agent', conversation('two', ['The heron port is 4711, behind the proxy.']));
  const range = { sessionId: 'one', fromSeq: 0, throughSeq: 3, date: '2026-03-02' };
  await memory.note('agent', { ...range, text: 'The port was spoken of.' });
  const { hits } = await memory.recall('agent', 'Which port has heron, and my dog?');
  const recalled = {
    factIds: hits.flatMap(({ fact }) => fact?.id ?? []),
    restsOn: hits.flatMap(({ restsOn = [] }) => restsOn),
  };
  expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['fact', 'episode', 'note']));
  expect(await memory.findForgotten('agent', recalled)).toEqual({ factIds: [], restsOn: [] });
  expect(await memory.findForgotten('other', recalled)).toEqual(recalled);
  await memory.forget('agent', { entity: 'Rex' });
  const partly = await memory.findForgotten('agent', recalled);
  const kept = hits.filter(({ restsOn = [] }) => !restsOn.some((m) => partly.restsOn.includes(m)));
  expect(JSON.stringify(kept)).toMatch(/4711/);
  expect(JSON.stringify(kept)).not.toMatch(/Rex/);
  await memory.forget('agent', { everything: true });
  expect(await memory.findForgotten('agent', recalled)).toEqual(recalled);
  const unknown = { factIds: [77], restsOn: ['nonsense', 'fact 78'] };
  expect(await memory.findForgotten('agent', unknown)).toEqual({
    factIds: [77],
    restsOn: ['fact 78'],
  });
});

it('refuses what is no list of things recalled', async () => {
  const memory = await useReadingMemory();
  for (const given of [undefined, {}, { factIds: 1, restsOn: [] }, { factIds: [], restsOn: [1] }]) {
    await expect(memory.findForgotten('agent', given as never)).rejects.toThrow('findForgotten');
  }
});

it('forgets a name of symbols alone', async () => {
  const memory = await useReadingMemory();
  const said = ['Our team is called 🐙.', '🐙 wins.', 'I like tea.'];
  await memory.observe('agent', conversation('one', said));
  expect(await memory.forget('agent', { entity: '🐙' })).toMatchObject({ entries: 2 });
  const { hits } = await memory.recall('agent', 'Who wins? What do I like?');
  expect(JSON.stringify(hits)).not.toContain('🐙');
});

it('forgets what somebody said, and the name of who said it', async () => {
  const folder = await useFolder();
  const memory = await useReadingMemory({ path: join(folder, 'memory.db') });
  const [greeting, news, other] = conversation('one', [
    'Hello there.',
    'My colleague Bob lives in Ghent.',
    'Nice weather.',
  ]);
  const speaker = { metadata: { speaker: 'Quetzal' } };
  await memory.observe('agent', [{ ...greeting!, ...speaker }, { ...news!, ...speaker }, other!]);
  await memory.observe('agent', [{ ...greeting!, ...speaker, sessionId: 'fork' }]);
  expect((await memory.list('agent')).length).toBeGreaterThan(0);
  const receipt = await memory.forget('agent', { entity: 'Quetzal' });
  expect(receipt).toMatchObject({ entries: 2, sessionIds: ['one', 'fork'] });
  expect(await memory.list('agent', { past: true })).toEqual([]);
  expect(await bytesBelow(folder)).not.toContain('quetzal');
  const { hits } = await memory.recall('agent', 'hello, Bob, weather');
  expect(hits.map(({ text }) => text)).toEqual(['Nice weather.']);
});

it('takes the name of a role for no speaker', async () => {
  const memory = await useReadingMemory();
  await memory.observe(
    'agent',
    conversation('one', [
      ['tool', 'The build is green.'],
      ['assistant', 'Done.'],
    ]),
  );
  const receipt = await memory.forget('agent', { entity: 'tool' });
  expect(receipt.entries).toBe(0);
});

it('follows long chains of names', async () => {
  const memory = await useReadingMemory();
  for (let at = 0; at < 30; at++) {
    await memory.write('agent', { subject: `name ${at}`, predicate: 'likes', object: `tea ${at}` });
    if (at > 0) await memory.merge('agent', `name ${at}`, `name ${at - 1}`);
  }
  expect((await memory.entity('agent', 'name 0'))?.facts).toHaveLength(30);
  expect((await memory.entity('agent', 'name 29'))?.facts).toHaveLength(30);
});
