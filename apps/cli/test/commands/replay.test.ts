import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with a recorded session of some turns, as a list of AI SDK messages. */
function recordedSession(turns: number): { cwd: string; file: string } {
  const cwd = temporaryFolder();
  const messages = Array.from({ length: turns }, (_, turn) => [
    {
      role: 'user',
      content: `Question ${turn}: which port has service ${turn}? ${'word '.repeat(80)}`,
    },
    { role: 'assistant', content: [{ type: 'text', text: `It is ${8000 + turn}.` }] },
  ]).flat();
  writeFileSync(join(cwd, 'talk.json'), JSON.stringify(messages));
  return { cwd, file: 'talk.json' };
}

test('--json prints the result and nothing else on stdout, progress on stderr', async () => {
  const { cwd, file } = recordedSession(30);
  const args = ['replay', file, '--policy', 'full,everlong', '--window', '2000', '--json'];
  const { stdout, stderr, code } = await runCli(args, { cwd });
  expect(code).toBe(0);
  expect(stderr).toBe('1 of 1 files: talk.json\n');
  const result = JSON.parse(stdout) as { files: object[]; total: object[] };
  expect(Object.keys(result)).toEqual(['files', 'total']);
  expect(result.files).toMatchObject([{ file, messages: 60, calls: 30 }]);
  expect(result.total).toMatchObject([
    { policy: 'full', window: 2000, requests: 30 },
    { policy: 'everlong', window: 2000, requests: 30, refused: 0, overBudget: 0, invalid: 0 },
  ]);
});

test('--closed-loop says what it takes to finish, at any place of the dial', async () => {
  const { cwd, file } = recordedSession(12);
  const args = ['replay', file, '--window', '2000', '--json', '--policy', 'everlong (little)'];
  const { stdout, code } = await runCli([...args, '--closed-loop'], { cwd });
  expect(code).toBe(0);
  const { total } = JSON.parse(stdout) as { total: object[] };
  expect(total).toMatchObject([{ policy: 'everlong (little)', closedLoop: { readAgain: 0 } }]);
  const open = JSON.parse((await runCli(args, { cwd })).stdout) as { total: object[] };
  expect(open.total[0]).not.toHaveProperty('closedLoop');
  const unknown = await runCli(['replay', file, '--policy', 'everlong (more)'], { cwd });
  expect(unknown.code).toBe(2);
});

test('for people it is a table; a bad score does not change the exit code', async () => {
  const { cwd, file } = recordedSession(30);
  const { stdout, code } = await runCli(['replay', file, '--policy', 'full', '--window', '1k'], {
    cwd,
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/over budget +[1-9]/);
  expect(stdout).toContain('window 1,000');
});

test('--html writes a page of plots as well, and the table fits a terminal', async () => {
  const { cwd, file } = recordedSession(12);
  const args = ['replay', file, '--policy', 'newest,everlong,supyagent,missy', '--window', '2000'];
  const { stdout, stderr, code } = await runCli([...args, '--html', 'page.html'], { cwd });
  expect(code).toBe(0);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stderr).toContain(`Written to ${join(cwd, 'page.html')}`);
  const page = readFileSync(join(cwd, 'page.html'), 'utf8');
  expect(page).toMatch(/^<!doctype html>/i);
  for (const policy of ['newest', 'everlong', 'supyagent', 'missy']) expect(page).toContain(policy);
  const nowhere = await runCli([...args, '--html', 'none/page.html'], { cwd });
  expect(nowhere.code).toBe(3);
  expect(nowhere.stderr).toContain('none/page.html');
  // Before anything was played.
  expect(nowhere).toMatchObject({
    stdout: '',
    stderr: expect.not.stringContaining('1 of 1 files'),
  });
  expect((await runCli([...args, '--html', '.'], { cwd })).stderr).toContain('it is a folder');
});

test('every command that reads files exits with the same code for one that it cannot read', async () => {
  const { cwd } = recordedSession(1);
  mkdirSync(join(cwd, 'sub'));
  writeFileSync(join(cwd, 'picture.png'), Buffer.from([0x89, 0x50, 0, 0]));
  writeFileSync(join(cwd, 'cut.json.gz'), gzipSync('[]'.repeat(100)).subarray(0, 20));
  for (const command of ['replay', 'count', 'summarize']) {
    const files = ['nowhere.json', 'sub', 'picture.png', 'cut.json.gz'];
    const codes = files.map(async (file) => (await runCli([command, file], { cwd })).code);
    expect([command, ...(await Promise.all(codes))]).toEqual([command, 3, 4, 1, 1]);
  }
});

test('files that cannot be read are reported, the others go on', async () => {
  const { cwd, file } = recordedSession(3);
  writeFileSync(join(cwd, 'broken.json'), '[{"role":"user","content":"hi"');
  const broken = await runCli(['replay', 'broken.json', file, '--json'], { cwd });
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain('broken.json');
  expect(JSON.parse(broken.stdout)).toMatchObject({ files: [{ file }] });

  const missing = await runCli(['replay', file, 'nowhere.json', '--json'], { cwd });
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain('nowhere.json');
  expect(JSON.parse(missing.stdout)).toMatchObject({ files: [{ file }] });
  expect(await runCli(['replay', 'nowhere.json'], { cwd })).toMatchObject({ code: 3, stdout: '' });
});

test.each([
  [
    ['--policy', 'evrlong'],
    'Did you mean "everlong"? Policies: cowagent, everlong, full, missy, newest, supyagent, supyagent-sdk.',
  ],
  [['--policy', ','], 'names no policy'],
  [['--window', '1000', '--reserve', '1000'], 'leaves nothing'],
])('%j is a usage error', async (flags, words) => {
  const { cwd, file } = recordedSession(1);
  const { stdout, stderr, code } = await runCli(['replay', file, ...flags], { cwd });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain(words);
});

test('a model without prices is a configuration error', async () => {
  const { cwd, file } = recordedSession(1);
  const { stderr, code } = await runCli(['replay', file, '--model', 'nobody-knows'], { cwd });
  expect(code).toBe(4);
  expect(stderr).toContain('nobody-knows');
});
