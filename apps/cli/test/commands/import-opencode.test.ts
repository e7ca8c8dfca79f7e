import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { entriesOf, sessionsIn } from '../support/claude-code-log.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const tokens = { input: 90, output: 20, reasoning: 4, cache: { read: 10, write: 3 } };
const asked = { role: 'user', time: { created: 1_767_607_200_000 } };
const answered = {
  role: 'assistant',
  time: { created: 1_767_607_201_000 },
  providerID: 'anthropic',
  modelID: 'claude-opus-4-6',
};

/** A session as opencode keeps it, in the columns or files of its own. */
const session = { title: 'The door', directory: '/home/me/shop', version: '1.2.0' };
const messages = [
  { id: 'msg_1', data: asked, parts: [{ type: 'text', text: 'Which colour has the door?' }] },
  {
    id: 'msg_2',
    data: answered,
    parts: [
      { type: 'step-start' },
      {
        type: 'tool',
        callID: 'call_1',
        tool: 'read',
        state: { status: 'completed', input: { filePath: 'door.md' }, output: 'blue', time: {} },
      },
      { type: 'step-finish', tokens },
      { type: 'step-start' },
      { type: 'text', text: 'It is blue.' },
      { type: 'step-finish', tokens },
    ],
  },
];

function writeDatabase(path: string): openDatabase.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = openDatabase(path);
  database.pragma('journal_mode = WAL');
  database.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT,
      title TEXT, version TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
  database
    .prepare('INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, NULL, ?, ?)')
    .run('ses_1', 'p', session.directory, session.title, session.version, 1, 2);
  for (const { id, data, parts } of messages) {
    database
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
      .run(id, 'ses_1', data.time.created, JSON.stringify(data));
    for (const [index, part] of parts.entries()) {
      database
        .prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
        .run(`prt_${id}_${index}`, id, 'ses_1', JSON.stringify(part));
    }
  }
  return database;
}

function writeFolder(storage: string): void {
  const write = (path: string, value: unknown): void => {
    mkdirSync(dirname(join(storage, path)), { recursive: true });
    writeFileSync(join(storage, path), JSON.stringify(value));
  };
  write('session/p/ses_1.json', { id: 'ses_1', ...session, time: { created: 1, updated: 2 } });
  for (const { id, data, parts } of messages) {
    write(`message/ses_1/${id}.json`, { id, sessionID: 'ses_1', ...data });
    for (const [index, part] of parts.entries()) {
      write(`part/${id}/prt_${id}_${index}.json`, { id: `prt_${index}`, messageID: id, ...part });
    }
  }
}

async function imported(cwd: string) {
  const entries = await entriesOf(cwd, 'ses_1');
  return {
    sessions: await sessionsIn(cwd),
    roles: entries.map(({ message }) => message.role),
    usages: entries.map(({ usage }) => usage?.inputTokens ?? 0),
  };
}

const expected = {
  sessions: [
    expect.objectContaining({
      id: 'ses_1',
      title: 'The door',
      metadata: { imported: expect.objectContaining({ project: '/home/me/shop' }) },
    }),
  ],
  roles: ['user', 'assistant', 'tool', 'assistant'],
  usages: [0, 103, 0, 103],
};

test('the database of opencode is imported while it is open, and nothing is left beside it', async () => {
  const cwd = temporaryFolder();
  const place = join(cwd, '.local/share/opencode');
  const database = writeDatabase(join(place, 'opencode.db'));
  writeFolder(join(place, 'storage'));
  const files = readdirSync(place);
  const { stderr } = await runCli(['import', 'opencode'], { cwd, environment: { HOME: cwd } });
  expect(stderr).toContain('opencode: 1 session, 4 new messages');
  expect(readdirSync(place)).toEqual(files);
  database.prepare('UPDATE session SET time_updated = 3').run();
  database.close();
  const again = await runCli(['import', place], { cwd });
  expect(again.stderr).toContain('Nothing new');
  expect(await imported(cwd)).toEqual(expected);
});

test('so are the files of its older versions', async () => {
  const cwd = temporaryFolder();
  writeFolder(join(cwd, '.local/share/opencode/storage'));
  const { stderr } = await runCli(['import', '--discover', '--yes'], {
    cwd,
    environment: { HOME: cwd },
  });
  expect(stderr).toContain('opencode: 1 session, 4 new messages');
  expect(await imported(cwd)).toEqual(expected);
});

test('a database of another program is refused by name', async () => {
  const cwd = temporaryFolder();
  openDatabase(join(cwd, 'opencode.db')).exec('CREATE TABLE other (x)').close();
  const { stderr, code } = await runCli(['import', 'opencode.db'], { cwd });
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    'opencode.db: is no database of opencode that can be read: no such table',
  );
});
