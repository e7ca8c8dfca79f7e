import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { entriesOf, line, question, sessionsIn, write } from '../support/claude-code-log.js';
import { setUpChat } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { spawnCli, startCli } from '../support/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('import', () => {
  it.each(['jsonl', 'sqlite'])(
    'stops at Ctrl-C, and goes on when asked again (%s)',
    async (kind) => {
      const cwd = temporaryFolder();
      const said = Array.from({ length: 20_000 }, (_, at) =>
        line(`${at + 1}`, at === 0 ? null : `${at}`, at % 2 === 0 ? 'And now' : 'Fine.', {
          timestamp: new Date(1_760_000_000_000 + at).toISOString(),
        }),
      );
      write(join(cwd, 'log.jsonl'), said);
      const { child, result } = startCli(['import', 'log.jsonl', '--store', kind], { cwd });
      const store = kind === 'jsonl' ? 'sessions' : 'sessions.db';
      await vi.waitUntil(() => existsSync(join(cwd, '.everlong', store)), 20_000);
      // As it arrives below npm.
      child.kill('SIGINT');
      child.kill('SIGINT');
      const { stderr, code } = await result;
      expect({ stderr, code }).toEqual({
        stderr: 'interrupted: import again to go on\n',
        code: 130,
      });
      expect((await runCli(['doctor'], { cwd })).stdout).toContain('All is well');
      const again = await runCli(['import', 'log.jsonl'], { cwd });
      expect(again.stderr).toContain('1 session, 20,000 new messages');
    },
  );

  it.each(['jsonl', 'sqlite'])('may run twice at once (%s)', async (kind) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    for (let at = 0; at < 60; at++) {
      write(join(cwd, `logs/${at}.jsonl`), [
        line('1', null, 'Which colour', { sessionId: `shop-${at}` }),
        line('2', '1', 'It is red.', { sessionId: `shop-${at}` }),
      ]);
    }
    const once = () => spawnCli(['import', 'logs', '--store', kind], { cwd });
    for (const { code, stderr } of await Promise.all([once(), once()])) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    }
    const sessions = await sessionsIn(cwd);
    expect(sessions.map(({ entryCount }) => entryCount)).toEqual(Array(60).fill(2));
    expect((await runCli(['import', 'logs'], { cwd })).stderr).toContain('60 files are here');
  });

  it('says what a search that finds nothing was limited by', async () => {
    const cwd = temporaryFolder();
    const search = async (...args: string[]) => {
      const { stdout, stderr, code } = await runCli(['search', 'colour', ...args], { cwd });
      expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
      return stderr;
    };
    expect(await search()).toContain('There are no sessions in');
    expect(await search()).toContain('pass --dir');
    write(join(cwd, 'log.jsonl'), question);
    await runCli(['import', 'log.jsonl'], { cwd });
    expect(await search('--tool', 'Bash')).toContain('by "Bash". Programs: claude-code. --tool is');
    expect(await search('--since', '2026-01-06')).toContain('Without --since there is something.');
    expect(await search('--since', '2026-01-06', '--project', '.')).toContain(
      'Without --project and --since there is something.',
    );
    expect(await search('--in', 'nosuch.jsonl')).toContain('There is no file');
    write(join(cwd, 'here.jsonl'), [line('1', null, 'My colour', { cwd, sessionId: 'here' })]);
    await runCli(['import', 'here.jsonl'], { cwd });
    const here = await runCli(['search', 'colour', '--project', '.'], { cwd });
    expect(here.stdout).toContain('My colour');
    expect(here.stdout).not.toContain('Which colour');
  });

  it('takes no device, and searches in no folder', async () => {
    const cwd = temporaryFolder();
    const device = await runCli(['import', '/dev/zero'], { cwd });
    expect(device.code).toBe(4);
    expect(device.stderr).toContain('"/dev/zero" is a device. Name a file or a folder');
    const folder = await runCli(['search', 'colour', '--in', '.'], { cwd });
    expect(folder.code).toBe(4);
    expect(folder.stderr).toContain('is a folder. Name a file in it.');
  });

  it('says what it looked for in a folder without recordings', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'empty'));
    const { stdout, stderr, code } = await runCli(['import', 'empty', '--json'], { cwd });
    expect({ stdout, code }).toEqual({ stdout: '[]\n', code: 3 });
    expect(stderr).toContain(`no recording in ${join(cwd, 'empty')} or below: no .jsonl, .json`);
    const none = await runCli(['import', '--discover', '--json'], { cwd });
    expect(none).toMatchObject({ stdout: '[]\n', code: 0 });
  });

  it('takes a recording from stdin, too', async () => {
    const cwd = temporaryFolder();
    const input = question.map((each) => `${JSON.stringify(each)}\n`).join('');
    for (const told of ['claude-code: 1 session, 2 new messages', '1 session is here already']) {
      const { stderr, code } = await runCli(['import', '-'], { cwd, input });
      expect({ stderr, code }).toEqual({ stderr: expect.stringContaining(told), code: 0 });
    }
    expect((await runCli(['import', '-'], { cwd, input: 'no recording' })).code).toBe(1);
    expect(await entriesOf(cwd, 'shop')).toHaveLength(2);
  });

  it('is told by the doctor what a torn import loses, and what brings it back', async () => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'log.jsonl');
    write(file, [...question, line('3', '2', 'And now'), line('4', '3', 'Fine.')]);
    await runCli(['import', file, '--store', 'jsonl'], { cwd });
    const log = join(cwd, '.everlong/sessions/claude-code/shop-session.jsonl');
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, text.slice(0, text.indexOf('Fine.')));
    const { stdout, stderr } = await runCli(['doctor', '--repair'], { cwd });
    expect(stdout).toContain('among them whole lines of an unfinished batch: 3');
    expect(stderr).toMatch(
      /The import of session shop-session did not finish: everlong import .+log\.jsonl/,
    );
    await runCli(['import', file], { cwd });
    expect(await entriesOf(cwd, 'shop')).toHaveLength(4);
    expect((await runCli(['doctor'], { cwd })).stdout).toContain('All is well');
  });

  it('is stored again where it is damaged', async () => {
    const { cwd, chat } = await setUpChat([{ text: ['Fine.'] }]);
    const file = join(cwd, 'log.jsonl');
    write(file, question);
    await runCli(['import', file, '--store', 'jsonl'], { cwd });
    const log = join(cwd, '.everlong/sessions/claude-code/shop-session.jsonl');
    const lines = readFileSync(log, 'utf8').split('\n');
    const at = lines.findIndex((each) => each.includes('It is red'));
    writeFileSync(log, lines.with(at, '{"type').join('\n'));
    const cure = `everlong import ${file}`;
    const doctor = await runCli(['doctor'], { cwd });
    expect(doctor.stderr).toContain(`brings back session shop-session: ${cure}`);
    const refused = await chat('-s', 'shop-session', '-p', 'And now?');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(cure)]);
    const again = await runCli(['import', file], { cwd });
    expect(again.stderr).toContain('is damaged: it is kept again as shop-session-2.');
    expect(await entriesOf(cwd, 'shop-session-2')).toHaveLength(2);
    expect((await runCli(['import', file], { cwd })).stderr).toContain('1 session is here already');
  });
});
