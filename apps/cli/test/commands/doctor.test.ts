import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { writeLargeRecording } from '../support/large-recording.js';
import { runCli } from '../support/run-cli.js';
import { startCli } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

async function setUp(): Promise<{ cwd: string; log: string }> {
  const cwd = temporaryFolder();
  await storeSessions(cwd, [{ id: 'ports', agent: 'a', entries: exchangeOf('Port?', '8443') }]);
  return { cwd, log: join(cwd, '.everlong/sessions/a/ports.jsonl') };
}

test('a sound store is well', async () => {
  const { cwd } = await setUp();
  const { stdout, code } = await runCli(['doctor'], { cwd });
  expect([stdout, code]).toEqual([expect.stringContaining('All is well'), 0]);
});

test('what was torn off is said, repaired on demand and kept aside', async () => {
  const { cwd, log } = await setUp();
  const sound = readFileSync(log, 'utf8');
  appendFileSync(log, '{"type":"user","se');
  const found = await runCli(['doctor'], { cwd });
  expect(found).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('everlong doctor --repair'),
  });
  expect(found.stdout).toContain('repairable session ports: unfinished writing');
  expect(found.stdout).toContain('sessions/a/ports.jsonl');
  const { stdout, code, stderr } = await runCli(['doctor', '--repair'], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining('repaired')]);
  expect(stderr).toContain('the originals are in');
  expect(readFileSync(log, 'utf8')).toBe(sound);
  const [time = ''] = readdirSync(join(cwd, '.everlong/doctor'));
  const kept = join(cwd, '.everlong/doctor', time, 'sessions/a/ports.jsonl');
  expect(readFileSync(kept, 'utf8')).toBe(`${sound}{"type":"user","se`);
  expect((await runCli(['doctor'], { cwd })).code).toBe(0);
});

test('what cannot be repaired is named with its line, and stays', async () => {
  const { cwd, log } = await setUp();
  const lines = readFileSync(log, 'utf8').split('\n');
  writeFileSync(log, lines.with(1, '{"type').join('\n'));
  const { stdout, code } = await runCli(['doctor', '--repair', '--json'], { cwd });
  const { findings } = JSON.parse(stdout) as { findings: { place: string }[] };
  expect(code).toBe(1);
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: 'damaged',
      place: `${log}:2`,
      cure: 'none',
      sessionId: 'ports',
    }),
  );
  expect(readFileSync(log, 'utf8')).toContain('{"type\n');
});

test('a database is examined and repaired, too', async () => {
  const { cwd } = await setUp();
  await runCli(['migrate', 'sqlite'], { cwd });
  const database = new BetterSqlite3(join(cwd, '.everlong/sessions.db'));
  database.exec('UPDATE sessions SET epoch = 9');
  database.close();
  const args = ['doctor', '--store', 'sqlite'];
  const { stdout, code } = await runCli([...args, '--repair'], { cwd });
  expect([stdout, code]).toEqual([expect.stringContaining('a wrong number'), 0]);
  expect((await runCli(args, { cwd })).stdout).toContain('All is well');
});

test('without sessions it says so and makes nothing', async () => {
  const cwd = temporaryFolder();
  const { code, stderr } = await runCli(['doctor'], { cwd });
  expect([code, stderr]).toEqual([3, expect.stringContaining('There are no sessions in')]);
  expect(existsSync(join(cwd, '.everlong'))).toBe(false);
});

test('an import that was killed is named with its file, and doing it again heals it', async () => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'large.jsonl');
  writeLargeRecording(file, 'claude-code', 12 * 2 ** 20);
  const { child, result } = startCli(['import', file], { cwd });
  const places = ['.everlong/sessions.db-wal', '.everlong/sessions.db'].map((name) =>
    join(cwd, name),
  );
  const hasMessages = () => places.some((path) => existsSync(path) && statSync(path).size > 1e6);
  await vi.waitUntil(hasMessages, { timeout: 60_000, interval: 10 });
  child.kill('SIGKILL');
  await result;
  const found = await runCli(['doctor'], { cwd });
  expect(found).toMatchObject({ code: 1, stdout: expect.not.stringContaining('All is well') });
  expect(found.stderr).toContain(
    `The import of session large did not finish: everlong import ${file}`,
  );
  expect((await runCli(['import', file], { cwd })).stderr).toContain('1 session');
  expect((await runCli(['doctor'], { cwd })).stdout).toContain('All is well');
});
