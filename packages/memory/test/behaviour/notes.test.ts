import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { conversation, useFolder, useMemory } from '../support/use-memory.js';

const note = {
  sessionId: 'one',
  fromSeq: 0,
  throughSeq: 12,
  date: '2026-03-02T10:30:00.000Z',
  text: 'The team compared brokers.\n# Result\nKafka was too heavy.',
};

it('keeps a summary in the note of its day, once for a range, and finds it', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  const path = join(folder, 'agent', '2026-03-02.md');
  expect(await memory.note('agent', note)).toEqual({ added: true, path });
  expect(await memory.note('agent', note)).toEqual({ added: false });
  await memory.note('agent', { ...note, fromSeq: 13, throughSeq: 20, text: 'Lunch.' });
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^# 2026-03-02\n\n## 10:30 Session one, entries 0 to 12\n/);
  expect(text.match(/^## /gm)).toHaveLength(2);
  const { hits } = await memory.recall('agent', 'kafka broker');
  expect(hits[0]).toMatchObject({
    kind: 'note',
    date: note.date,
    sources: [{ sessionId: 'one', entryId: '0-12' }],
  });
});

it('lists notes as they can be noted again, long ones too', async () => {
  const memory = await useMemory({ path: ':memory:' });
  const long = Array.from({ length: 300 }, (_, index) => `Step ${index} was done.`).join(' ');
  const notes = [note, { ...note, fromSeq: 13, throughSeq: 400, text: long }];
  for (const each of notes) await memory.note('agent', each);
  await memory.note('agent', { ...note, sessionId: 'other', text: 'Tea.' });
  await memory.observe('agent', conversation('one', ['I live in Hamburg.']));
  const listed = await memory.notes('agent');
  expect(listed).toEqual([...notes, { ...note, sessionId: 'other', text: 'Tea.' }]);
  expect(await memory.notes('stranger')).toEqual([]);
  const copy = await useMemory({ path: ':memory:' });
  for (const each of listed) await copy.note('agent', each);
  expect(await copy.notes('agent')).toEqual(listed);
});

it('adds nothing to a file that has the note already, as after a crash', async () => {
  const folder = await useFolder();
  const first = await useMemory({ path: ':memory:', notesDirectory: folder });
  await first.note('agent', note);
  const second = await useMemory({ path: ':memory:', notesDirectory: folder });
  const { path = '' } = await second.note('agent', note);
  expect((await readFile(path, 'utf8')).match(/^## /gm)).toHaveLength(1);
  expect((await second.recall('agent', 'kafka')).hits).toHaveLength(1);
});

it('withdraws a note together with its entries', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  await memory.observe('agent', conversation('one', ['Which broker?']));
  await memory.note('agent', note);
  await memory.withdraw('agent', { sessionId: 'one', fromSeq: 0 });
  expect(await readdir(join(folder, 'agent'))).toEqual([]);
  expect((await memory.recall('agent', 'kafka broker')).hits).toEqual([]);
});

it('reads MEMORY.md as it is now, and shows it to its own scope alone', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  await mkdir(join(folder, 'agent'));
  const file = join(folder, 'agent', 'MEMORY.md');
  await writeFile(file, '# Rules\n\n- Deploy on Tuesdays only.\n- Ask before deleting.\n');
  const [hit] = (await memory.recall('agent', 'When may we deploy?')).hits;
  expect(hit).toMatchObject({
    kind: 'note',
    text: '- Deploy on Tuesdays only.',
    sources: [],
    speaker: 'MEMORY.md',
  });
  expect((await memory.recall('other', 'deploy')).hits).toEqual([]);
  await writeFile(file, '- Deploy at any time you like to do it.\n');
  const texts = (await memory.recall('agent', 'deploy')).hits.map(({ text }) => text);
  expect(texts).toEqual(['- Deploy at any time you like to do it.']);
});

it('keeps scopes with odd names apart on disk', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  await memory.note('../evil', note);
  await memory.note('tenant/agent', note);
  const folders = await readdir(folder);
  expect(folders).toHaveLength(2);
  expect(folders.every((name) => name.startsWith('%'))).toBe(true);
});

it('keeps the notes of scopes apart that begin alike, however long they are', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  const scopes = ['one', 'two'].map((agent) => `${'t'.repeat(300)}/${agent}`);
  const paths = [];
  for (const scope of scopes) paths.push((await memory.note(scope, note)).path);
  expect(new Set(paths).size).toBe(2);
  await memory.forget(scopes[0] ?? '', { everything: true });
  expect(await readFile(paths[1] ?? '', 'utf8')).toContain('Kafka');
});

it('keeps all notes that are written at once, by several memories too', async () => {
  const folder = await useFolder();
  const memories = [
    await useMemory({ path: join(folder, 'agent.db'), notesDirectory: folder }),
    await useMemory({ path: join(folder, 'agent.db'), notesDirectory: folder }),
  ];
  const ranges = Array.from({ length: 24 }, (_, at) => ({ fromSeq: at, throughSeq: at }));
  const added = await Promise.all(
    ranges.map(async (range) => memories[range.fromSeq % 2]?.note('agent', { ...note, ...range })),
  );
  expect(added.map((each) => each?.added)).toEqual(ranges.map(() => true));
  const text = await readFile(join(folder, 'agent', '2026-03-02.md'), 'utf8');
  expect(text.match(/^## /gm)).toHaveLength(ranges.length);
  expect(await memories[0]?.notes('agent')).toHaveLength(ranges.length);
});

it('goes on after a process that was killed while it wrote a note, and forgets what it left', async () => {
  const folder = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory: folder });
  await memory.note('agent', note);
  const own = join(folder, 'agent');
  await writeFile(join(own, '2026-03-02.md.1.tmp'), '## Kafka');
  await mkdir(join(own, '.lock'));
  await utimes(join(own, '.lock'), 0, 0);
  await memory.forget('agent', { entity: 'Kafka' });
  expect(await readdir(own)).toEqual([]);
});
