import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@everlong/context';
import { createMemory } from '@everlong/memory';
import { createJsonlStore } from '@everlong/store-jsonl';
import openDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type CliResult, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function setUp() {
  const cwd = temporaryFolder();
  return { cwd, memory: (...args: string[]) => runCli(['memory', ...args], { cwd }) };
}

const jsonOf = ({ stdout }: CliResult): unknown => JSON.parse(stdout);

test('facts are written, found, told, listed and drawn', async () => {
  const { memory } = setUp();
  const written = await memory('write', 'heron', 'port', '4711', '--since', '2026-03-04');
  expect(written).toMatchObject({ stdout: '#1 2026-03-04 heron · port · 4711\n', code: 0 });
  await memory('write', 'heron', 'port', '4712', '--since', '2026-03-05', '--one');
  expect((await memory('search', 'heron', 'port')).stdout).toMatch(/^2026-03-05 .*4712/);
  expect((await memory('recall', 'heron')).stdout).toMatch(
    /^heron\n.*4712\nNo longer true:\n.*4711.*until 2026-03-05/,
  );
  expect((await memory('list')).stdout.split('\n')).toHaveLength(2);
  expect(jsonOf(await memory('list', '--past', '--json'))).toHaveLength(2);
  expect((await memory('graph')).stdout).toContain('n0["heron"] -- "port" --> n1["4712"]');
  expect(jsonOf(await memory('graph', '--json'))).toMatchObject({ nodes: ['heron', '4712'] });
});

test.each(['yesterday', '2026-13-45', '5', ''])('--since %j is a usage error', async (since) => {
  const { cwd, memory } = setUp();
  const written = await memory('write', 'heron', 'port', '4711', '--since', since);
  expect(written).toMatchObject({ stdout: '', code: 2 });
  expect(written.stderr).toContain(
    `option '--since <date>' argument '${since}' is invalid. Give a day or a time as in 2026-05-01.`,
  );
  expect(existsSync(join(cwd, '.everlong'))).toBe(false);
});

test('what is not there is "not found", and looking makes nothing', async () => {
  const { cwd, memory } = setUp();
  expect(await memory('search', 'heron')).toMatchObject({ stdout: '', code: 3 });
  expect(await memory('recall', 'heron')).toMatchObject({ stdout: '', code: 3 });
  expect((await memory('list')).stderr).toContain('No facts.');
  expect(await runCli(['sessions'], { cwd })).toMatchObject({
    stdout: '',
    stderr: 'No sessions.\n',
    code: 0,
  });
});

test('each agent has a memory of its own', async () => {
  const { memory } = setUp();
  await memory('write', 'heron', 'port', '4711', '--agent', 'coder');
  expect((await memory('search', 'heron')).code).toBe(3);
  expect((await memory('search', 'heron', '--agent', 'coder')).code).toBe(0);
});

test('an agent that nobody knows is an error that names those there are', async () => {
  const { cwd, memory } = setUp();
  await memory('write', 'heron', 'port', '4711', '--agent', 'coder');
  const commands = [
    ['memory', 'list'],
    ['memory', 'export'],
    ['memory', 'graph'],
    ['memory', 'sync'],
    ['memory', 'recall', 'heron'],
    ['memory', 'search', 'heron'],
    ['memory', 'forget', '--everything', '--yes'],
    ['search', 'heron'],
    ['cleanup', '--dry-run'],
  ];
  for (const command of commands) {
    const { code, stdout, stderr } = await runCli([...command, '--agent', 'codr'], { cwd });
    expect({ command, code, stdout }).toEqual({ command, code: 3, stdout: '' });
    expect(stderr).toContain(
      'There is no agent "codr": it has no file, no session and no memory. ' +
        'Did you mean "coder"? Agents: coder.\n',
    );
  }
  expect(await runCli(['sessions', 'codr'], { cwd })).toMatchObject({ code: 3, stdout: '' });
  expect(await runCli(['sessions', 'coder'], { cwd })).toMatchObject({ code: 0 });
});

test('forget asks, says what it forgot, and needs to know what', async () => {
  const { memory } = setUp();
  await memory('write', 'heron', 'port', '4711');
  await memory('write', 'gull', 'port', '4712');
  expect(await memory('forget')).toMatchObject({ code: 2 });
  expect((await memory('forget', '--entity', 'heron')).stderr).toContain('Pass --yes');
  const { stdout } = await memory('forget', '--entity', 'heron', '--yes');
  expect(stdout).toBe('Forgot 0 messages, 1 fact and 0 notes.\n');
  expect((await memory('list')).stdout).toContain('gull · port');
  expect(jsonOf(await memory('forget', '--everything', '--yes', '--json'))).toMatchObject({
    factIds: [2],
  });
  expect((await memory('list')).stdout).toBe('');
});

test('forget of what is not there says so, asks nothing, and exits as other searches do', async () => {
  const { memory } = setUp();
  const empty = await memory('forget', '--everything');
  expect(empty).toMatchObject({ code: 3, stdout: '' });
  expect(empty.stderr).toBe('The memory is empty: nothing was forgotten.\n');
  await memory('write', 'heron', 'port', '4711');
  for (const [flags, name] of [
    [['--entity', 'gull'], 'entity gull'],
    [['--fact', '9'], 'fact 9'],
    [['--session', 's1', '--entry', 'e1'], 'session s1, entry e1'],
  ] as const) {
    const { code, stdout, stderr } = await memory('forget', ...flags);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toBe(`Memory has nothing on ${name}: nothing was forgotten.\n`);
  }
  const listed = await memory('forget', '--entity', 'gull', '--json');
  expect(listed.code).toBe(3);
  expect(jsonOf(listed)).toMatchObject({ factIds: [], quotedIn: [] });
  expect((await memory('list')).stdout).toContain('4711');
});

test('forget lists the facts that go with a sentence, before it asks and after', async () => {
  const { cwd, memory } = setUp();
  const known = await createMemory({ path: join(cwd, '.everlong', 'memory', 'coder.db') });
  const content = 'I prefer tabs. We decided to use SQLite instead of Postgres.';
  await known.observe('coder', [
    { id: 'e1', sessionId: 's1', createdAt: '2026-03-02', message: { role: 'user', content } },
  ]);
  const sourceOf = (quote: string) => {
    const start = content.indexOf(quote);
    return { sessionId: 's1', entryId: 'e1', seq: 0, start, end: start + quote.length };
  };
  await known.write('coder', [
    { subject: 'user', predicate: 'prefers', object: 'tabs', sources: [sourceOf('I prefer tabs')] },
    {
      subject: 'project',
      predicate: 'decided on',
      object: 'SQLite',
      sources: [sourceOf('use SQLite instead of Postgres')],
    },
  ]);
  await known.close();
  const forgets = ['forget', '--agent', 'coder', '--entity', 'Postgres'];
  const amount = '1 message, 1 fact and 0 notes.';
  const also =
    'Among them, as they were said in the same sentence:\n- project · decided on · SQLite';
  const asked = await memory(...forgets);
  expect(asked).toMatchObject({ code: 2 });
  expect(asked.stderr).toContain(`To forget: ${amount}\n${also}`);
  expect((await memory(...forgets, '--yes')).stdout).toContain(`Forgot ${amount}\n${also}`);
  expect((await memory('list', '--agent', 'coder')).stdout).toContain('user · prefers · tabs');
});

test('forget names the sessions that quote from memory what was forgotten, and deletes them', async () => {
  const { cwd, memory } = setUp();
  const folder = join(cwd, '.everlong');
  const store = createJsonlStore({ directory: join(folder, 'sessions') });
  const known = await createMemory({ path: join(folder, 'memory', 'coder.db') });
  const usual = { store, memory: known, agent: 'coder', contextWindow: 20_000 };
  const ask = async (id: string, ...contents: string[]): Promise<void> => {
    const session = await openSession({ ...usual, id });
    for (const content of contents) await session.append({ role: 'user', content });
    await session.prepare();
    await session.close();
  };
  await ask('said', 'My dog is called Quetzal.', 'I like tea.');
  await ask('recalled', 'What is my dog called?');
  await ask('other', 'Hello.');
  await known.close();
  const elsewhere = await store.createSession({ id: 'read', agent: 'coder' });
  await store.append(elsewhere.id, [{ message: { role: 'user', content: 'Who is quetzal?' } }]);
  await store.close();
  const forget = ['forget', '--agent', 'coder', '--entity', 'Quetzal', '--yes'];
  const { stdout, stderr } = await memory(...forget);
  expect(stdout).toBe('Forgot 1 message, 0 facts and 0 notes.\n');
  expect(stderr).toContain('still contains it: said.\n');
  expect(stderr).toMatch(/quotes it: (?:recalled, read|read, recalled)\.\n/);
  const again = jsonOf(await memory(...forget, '--with-sessions', '--json'));
  expect(again).toMatchObject({ sessionIds: [], quotedIn: { length: 3 } });
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => /Quetzal/i.test(readFileSync(join(entry.parentPath, entry.name), 'latin1')));
  expect(left).toEqual([]);
});

test('an export is taken in again, once', async () => {
  const { cwd, memory } = setUp();
  await memory('write', 'heron', 'port', '4711', '--since', '2026-03-04', '--one');
  await memory('write', 'heron', 'port', '4712', '--since', '2026-03-05', '--one');
  writeFileSync(join(cwd, 'facts.jsonl'), (await memory('export')).stdout);
  const again = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(again.stdout).toBe('Imported 2 facts and 0 notes.\n');
  expect((await memory('list', '--agent', 'other')).stdout).toContain('4712');
  const note = { sessionId: 's', fromSeq: 0, throughSeq: 4, date: '2026-03-04', text: 'Tea.' };
  writeFileSync(join(cwd, 'notes.jsonl'), `${JSON.stringify({ type: 'note', ...note })}\n`);
  await memory('import', 'notes.jsonl');
  writeFileSync(join(cwd, 'facts.jsonl'), (await memory('export')).stdout);
  const withNotes = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(withNotes.stdout).toBe('Imported 0 facts and 1 note.\n');
  const twice = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(twice.stdout).toBe('Imported 0 facts and 0 notes.\n');
});

test('an export keeps learnings, doubts, sources and what followed from what', async () => {
  const { cwd, memory } = setUp();
  const known = await createMemory({ path: join(cwd, '.everlong', 'memory', 'assistant.db') });
  const one = { subject: 'heron', predicate: 'port', cardinality: 'one' } as const;
  const sources = [{ sessionId: 's1', entryId: 'e1', seq: 0 }];
  await known.write('assistant', { subject: 'gull', predicate: 'is', object: 'a bird' });
  const [base] = await known.write('assistant', [{ ...one, object: '1', sources }]);
  await known.write('assistant', [
    { subject: 'tunnel', predicate: 'to', object: '1', derivedFrom: [base?.id ?? 0] },
    { ...one, object: '2', validFrom: '2030-01-01' },
    { ...one, object: '1', validFrom: '2031-01-01' },
  ]);
  await known.close();
  const exported = (await memory('export')).stdout;
  writeFileSync(join(cwd, 'facts.jsonl'), `\uFEFF${exported.replaceAll('\n', '\r\n')}`);
  await memory('write', 'owl', 'is', 'a bird', '--agent', 'other');
  const taken = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(taken.stdout).toBe('Imported 5 facts and 0 notes.\n');
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  const shown = ({ text, isStale, derivedFrom, sources: from }: Record<string, unknown>) => ({
    text,
    isStale,
    from,
    derived: (derivedFrom as unknown[]).length,
  });
  const copies = linesOf((await memory('export', '--agent', 'other')).stdout) as never[];
  expect(copies.slice(1).map(shown)).toEqual((linesOf(exported) as never[]).map(shown));
  expect(copies[3]).toMatchObject({ subject: 'tunnel', derivedFrom: [3], isStale: true });
  const twice = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(twice.stdout).toBe('Imported 0 facts and 0 notes.\n');
});

test('an export that is taken in is exported again as it was', async () => {
  const { cwd, memory } = setUp();
  const known = await createMemory({ path: join(cwd, '.everlong', 'memory', 'assistant.db') });
  for (const [index, object] of ['Hamburg', 'Leipzig'].entries()) {
    const sources = [{ sessionId: 's1', entryId: `e${index}`, seq: index, start: 10, end: 17 }];
    const home = { subject: 'user', predicate: 'lives in', validFrom: `2026-03-0${index + 1}` };
    await known.write('assistant', { ...home, object, sources });
  }
  await known.write('assistant', { subject: 'Robert', predicate: 'likes', object: 'tea' });
  await known.merge('assistant', 'Robert', 'Bob');
  await known.close();
  const exported = (await memory('export')).stdout;
  expect(exported).toContain('{"type":"merge","name":"robert","alias":"bob"}');
  writeFileSync(join(cwd, 'facts.jsonl'), exported);
  const taken = await memory('import', 'facts.jsonl', '--agent', 'other');
  expect(taken.stdout).toBe('Imported 3 facts and 0 notes. Merged 1 name.\n');
  const linesOf = (text: string): unknown[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  const copy = await memory('export', '--agent', 'other');
  expect(linesOf(copy.stdout)).toEqual(linesOf(exported));
  const twice = await memory('import', 'facts.jsonl', '--agent', 'other', '--json');
  expect(jsonOf(twice)).toEqual({ facts: 0, merges: 0, notes: 0 });
});

test('the JSONL of the MCP memory server is taken in', async () => {
  const { cwd, memory } = setUp();
  const lines = [
    { type: 'entity', name: 'Ann', entityType: 'person', observations: ['Speaks Finnish'] },
    { type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
    { type: 'relation', from: 'Ann', to: 'Acme', relationType: 'works_at' },
  ];
  writeFileSync(join(cwd, 'memory.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  expect((await memory('import', 'memory.jsonl')).stdout).toBe('Imported 4 facts and 0 notes.\n');
  const { stdout } = await memory('recall', 'Ann');
  expect(stdout).toMatch(/Speaks Finnish/);
  expect(stdout).toMatch(/Acme/);
  writeFileSync(join(cwd, 'bad.jsonl'), '{"type":"entity"}\n');
  expect(await memory('import', 'bad.jsonl')).toMatchObject({ code: 4 });
  for (const [line, fault] of [
    [{ type: 'entity', name: ' ' }, 'name: says nothing'],
    [{ type: 'thing' }, 'neither an entity'],
    [{ type: 'fact', subject: 'a', predicate: 'b', object: 'c', validFrom: 'soon' }, 'validFrom: '],
    [
      { type: 'fact', subject: 'a', predicate: 'b', object: 'c', retiredAt: '2026' },
      'retiredAt: needs validTo',
    ],
    [
      { type: 'note', sessionId: 's', fromSeq: 5, throughSeq: 1, date: '2026', text: 'x' },
      'before',
    ],
  ] as const) {
    const good = { type: 'entity', name: 'Eve', observations: ['Is new'] };
    writeFileSync(join(cwd, 'bad.jsonl'), `${JSON.stringify(good)}\n${JSON.stringify(line)}\n`);
    const { code, stderr } = await memory('import', 'bad.jsonl');
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining('bad.jsonl:2: ') });
    expect(stderr).toContain(fault);
  }
  expect((await memory('recall', 'Eve')).code).toBe(3);
  expect((await memory('import', 'nowhere.jsonl')).code).toBe(3);
  expect(await memory('import', '.')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('"." is a directory. Name the files in it.') as string,
  });
});

test('supyagent’s memory.db is taken in', async () => {
  const { cwd, memory } = setUp();
  const database = openDatabase(join(cwd, 'memory.db'));
  database.exec(`
    CREATE TABLE entities (id TEXT, name TEXT, entity_type TEXT, summary TEXT, properties TEXT,
      created_at TEXT, updated_at TEXT, source_session TEXT);
    CREATE TABLE edges (id TEXT, source_id TEXT, target_id TEXT, relationship TEXT, fact TEXT,
      confidence REAL, valid_from TEXT, valid_until TEXT, created_at TEXT, source_session TEXT);
    CREATE TABLE episodes (id TEXT, session_id TEXT, agent_id TEXT, summary TEXT,
      observations TEXT, outcome TEXT, entity_refs TEXT, timestamp TEXT);
    INSERT INTO entities VALUES ('e1', 'Ann', 'Person', 'An engineer.',
      '{"time_zone":"CET","pets":["Rex"],"age":null}', '', '', 's1');
    INSERT INTO entities VALUES ('e2', 'heron', 'Project', NULL, '{}', '', '', 's1');
    INSERT INTO edges VALUES ('x1', 'e1', 'e2', 'works_on', 'Ann leads heron', 0.9,
      '2025-01-02T03:04:05', NULL, '', 's1');
    INSERT INTO edges VALUES ('x2', 'e1', 'e1', 'prefers', 'tabs', 0.8, '2025-01-02', NULL, '', 's1');
    INSERT INTO episodes VALUES ('p1', 's1', 'a', 'Talked about ports.', '["Quick"]', 'Port 4711.', '[]',
      '2025-01-02T03:04:05');
  `);
  database.close();
  expect((await memory('import', 'memory.db')).stdout).toBe('Imported 8 facts and 1 note.\n');
  const { stdout } = await memory('recall', 'Ann');
  for (const text of [
    'engineer',
    'heron',
    'Ann leads heron',
    'tabs',
    '2025-01-02',
    'CET',
    '["Rex"]',
  ])
    expect(stdout).toContain(text);
  const note = (await memory('search', 'ports 4711')).stdout;
  expect(note).toMatch(/Talked about ports\.\s+- Quick/);
  expect((await memory('import', 'memory.db')).stdout).toBe('Imported 0 facts and 0 notes.\n');
});

test('memories are imported from stdin and from a text with a byte order mark', async () => {
  const { cwd, memory } = setUp();
  await memory('write', 'heron', 'port', '4711');
  const { stdout } = await memory('export');
  const piped = await runCli(['memory', 'import', '-', '--agent', 'piped'], { cwd, input: stdout });
  expect(piped.stdout).toBe('Imported 1 fact and 0 notes.\n');
  writeFileSync(join(cwd, 'marked.jsonl'), `\uFEFF${stdout}`);
  const marked = await memory('import', 'marked.jsonl', '--agent', 'marked');
  expect(marked.stdout).toBe('Imported 1 fact and 0 notes.\n');
  const database = Buffer.from('SQLite format 3\0and more');
  expect(await runCli(['memory', 'import', '-'], { cwd, input: database })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('cannot be imported from stdin. Give the path') as string,
  });
});

test('a memory that a write begins for an agent that nobody knows is told', async () => {
  const { memory } = setUp();
  const fact = ['write', 'heron', 'port', '4711'];
  expect((await memory(...fact)).stderr).toBe('');
  const first = await memory(...fact, '--agent', 'asistant');
  expect(first.stderr).toContain('There is no agent "asistant"');
  expect(first.stderr).toContain(
    'Did you mean "assistant"? Agents: assistant. It gets a memory now.',
  );
  expect(first.code).toBe(0);
  expect((await memory(...fact, '--agent', 'asistant')).stderr).toBe('');
  for (const agent of ['', ' ', '../../x', 'con', 'x'.repeat(300)]) {
    const refused = await memory(...fact, '--agent', agent);
    expect(refused).toMatchObject({ stdout: '', code: 4 });
    expect(refused.stderr).toContain('cannot be used as a name. Use at most 128 letters');
  }
});
