import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/files/session-store.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with three stored sessions, and the command line in it. */
async function storedSessions(
  cwd = temporaryFolder(),
): Promise<(...args: string[]) => Promise<CliResult>> {
  const store = await openStore({ kind: 'jsonl', directory: `${cwd}/.everlong` });
  for (const [id, agent] of [
    ['1a2b', 'assistant'],
    ['1a9c', 'assistant'],
    ['7d7d', 'coder'],
  ] as const) {
    await store.createSession({ id, agent, title: `Talk ${id}` });
    await store.append(id, [
      { message: { role: 'user', content: 'Which port?' } },
      { message: { role: 'assistant', content: [{ type: 'text', text: 'It is 8443.' }] } },
    ]);
  }
  await store.close();
  return (...args) => runCli(args, { cwd });
}

// promise: sessions-5
test('sessions are listed, the newest first, for all agents or for one', async () => {
  const run = await storedSessions();
  const all = await run('sessions');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout.match(/^ {2}(\w+)/gm)).toEqual(['  7d7d', '  1a9c', '  1a2b']);
  expect(all.stdout).toMatch(/7d7d +coder +\d{4}-\d\d-\d\d \d\d:\d\d +2 messages +Talk 7d7d/);
  const { stdout } = await run('sessions', 'coder', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ id: '7d7d', agent: 'coder', entryCount: 2 }]);
});

// promise: sessions-11
test('a session is exported as Markdown or as its entries, by the start of its id', async () => {
  const run = await storedSessions();
  const markdown = await run('sessions', '--export', '7d');
  expect(markdown.stdout).toContain('# Talk 7d7d\n');
  expect(markdown.stdout).toContain('## User\n\nWhich port?\n\n## Assistant\n\nIt is 8443.\n');
  const { stdout } = await run('sessions', '--export', '7d7d', '--json');
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(entries).toMatchObject([
    { seq: 0, message: { role: 'user' } },
    { seq: 1, message: { role: 'assistant' } },
  ]);
  const ambiguous = await run('sessions', '--export', '1a');
  expect(ambiguous).toMatchObject({ code: 4, stdout: '' });
  expect(ambiguous.stderr).toContain('2 sessions begin with "1a"');
});

test('a delete asks, and removes a session without a terminal only with --yes', async () => {
  const run = await storedSessions();
  for (const asked of [
    ['--delete', '7d7d'],
    ['delete', '7d7d'],
  ]) {
    const refused = await run('sessions', ...asked);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('Pass --yes to delete without asking.');
  }
  expect((await run('sessions')).stdout).toContain('7d7d');
  expect(await run('sessions', '--delete', '7d7d', '-y')).toMatchObject({ code: 0, stdout: '' });
  expect(await run('sessions', '--delete', '7d7d', '-y')).toMatchObject({ code: 3 });
  expect((await run('sessions')).stdout).not.toContain('7d7d');
});

test('a search that finds no session says so, apart from data', async () => {
  const run = await storedSessions();
  expect(await run('sessions', '--search', 'zzz')).toMatchObject({
    stdout: '',
    stderr: 'No sessions.\n',
    code: 3,
  });
  expect((await run('sessions', '--search', '7d7d')).code).toBe(0);
  expect(await run('sessions', 'assistant', '--search', 'zzz', '--json')).toMatchObject({
    stdout: '[]\n',
    code: 3,
  });
});

test('no id names no session, not even the only one', async () => {
  const run = await storedSessions();
  await run('sessions', '--delete', '7d7d', '--yes');
  await run('sessions', '--delete', '1a9c', '--yes');
  expect(await run('sessions', '--delete', '', '--yes')).toMatchObject({ code: 3 });
  expect((await run('sessions')).stdout).toContain('1a2b');
});

test('the context of a session is a gauge or its state as JSON', async () => {
  const run = await storedSessions();
  const gauge = await run('context', '7d7d', '--window', '8000');
  expect(gauge.stdout).toContain('Context limit: 8,000 tokens');
  expect(gauge.stdout).toContain('2 messages stored');
  const { stdout } = await run('context', '7d7d', '--window', '8000', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ window: 8000, level: 'normal', epoch: 0 });
  expect(await run('context', '7d7d', '--policy', 'nope')).toMatchObject({ code: 2 });
});

test('a folder that is named and not there is told', async () => {
  const cwd = temporaryFolder();
  expect(await runCli(['sessions', '--dir', 'nowhere'], { cwd })).toMatchObject({
    stdout: '',
    stderr: `No sessions: there is no folder ${join(cwd, 'nowhere')}.\n`,
    code: 0,
  });
});

test('a session that cannot be read is listed with the reason, and never exported in part', async () => {
  const cwd = temporaryFolder();
  const run = await storedSessions(cwd);
  const records = join(cwd, '.everlong/sessions/coder/7d7d_records.jsonl');
  rmSync(records, { force: true });
  mkdirSync(records);
  const { stdout, code } = await run('sessions');
  expect(code).toBe(0);
  expect(stdout).toMatch(/7d7d +coder .* unreadable +EISDIR/);
  expect(stdout).toMatch(/1a9c +assistant .* 2 messages +Talk 1a9c/);
  for (const flags of [[], ['--json'], ['--full']]) {
    const exported = await run('sessions', '--export', '7d7d', ...flags);
    expect(exported).toMatchObject({ code: expect.not.closeTo(0), stdout: '' });
    expect(exported.stderr).toContain('EISDIR');
  }
  const deleted = await run('sessions', 'delete', '7d7d', '--yes');
  expect(deleted.stderr).toContain('Deleted session 7d7d that cannot be read.');
});

test('the sessions of a server are found, and those of Supyagent named', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, '.supyagent', 'sessions'), { recursive: true });
  const none = await runCli(['sessions'], { cwd });
  expect(none.stderr).toContain('There are some of Supyagent: everlong sessions --dir .supyagent');
  const store = await openStore({ kind: 'sqlite', directory: `${cwd}/.everlong` });
  await store.createSession({ id: '5e12', agent: 'assistant', title: 'Of the server' });
  await store.close();
  expect((await runCli(['sessions'], { cwd })).stdout).toContain('Of the server');
  await storedSessions(cwd);
  expect((await runCli(['sessions'], { cwd })).stdout).not.toContain('Of the server');
  const named = await runCli(['sessions', '--store', 'sqlite'], { cwd });
  expect(named.stdout).toContain('Of the server');
});
