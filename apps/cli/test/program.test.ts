import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from './support/run-cli.js';
import { temporaryFolder } from './support/temporary-folder.js';
import { bin } from './support/spawn-cli.js';

test('help goes to stdout and shows every command with examples', async () => {
  const { stdout, stderr, code } = await runCli(['--help'], { cwd: temporaryFolder() });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const names = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name);
  expect(names.filter((name) => name !== 'help').length).toBeGreaterThanOrEqual(13);
  for (const name of names.filter((each) => each !== 'help')) {
    expect(stdout).toContain(`  ${name} `);
    const help = await runCli([name, '--help'], { cwd: temporaryFolder() });
    expect(help).toMatchObject({ stderr: '', code: 0 });
    expect(help.stdout).toContain('Examples:\n  everlong ');
  }
  expect(stdout).toContain('Exit codes: 0 ok');
});

test('help shows a command, one of a group, or all of them', async () => {
  for (const args of [['chat'], ['memory', 'export'], []]) {
    const { stdout, stderr, code } = await runCli(['help', ...args], { cwd: temporaryFolder() });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toContain(`Usage: ${['everlong', ...args].join(' ')} [`);
  }
});

test('the version is that of the package', async () => {
  const { stdout, code } = await runCli(['--version'], { cwd: temporaryFolder() });
  expect({ stdout, code }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), code: 0 });
});

test.each([
  [['replya'], 'Did you mean replay?'],
  [['help', 'replya'], 'Did you mean replay?'],
  [['help', 'memory', 'expotr'], 'Did you mean export?'],
  [['demo', '--widnow', '8000'], 'Did you mean --window?'],
  [['sessions', 'renam', 'a', 'b'], 'too many arguments'],
  [['import', '--discovr'], 'Did you mean --discover?'],
  [['sessions', 'imprt', 'a.jsonl'], 'Did you mean everlong sessions import?'],
  [['sessions', 'export', '1a2b'], 'Did you mean everlong sessions --export?'],
  [['chat', '--polcy', 'missy'], 'Did you mean --policy?'],
  [['search', 'x', '--jsn'], 'Did you mean --json?'],
  [
    ['replay', 'x', '--policy', 'everlong(lots)'],
    'Write "everlong (little)", "everlong (balanced)"',
  ],
  [
    ['summarize', '.', '--preview'],
    '--preview is of a session that a chat continues; . is a file.',
  ],
  [['demo', '--window', 'small'], 'Give a whole number of at least 4000.'],
  [['replay'], "missing required argument 'file'"],
  [['chat', '--store', 'paper'], 'Allowed choices are jsonl, sqlite'],
  [['sessions', '--export', 'a', '--delete', 'b'], 'cannot be used with'],
])('%j is a usage error on stderr', async (args, words) => {
  const { stdout, stderr, code } = await runCli(args, { cwd: temporaryFolder() });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain(words);
});

test.each([
  ['imprt', 'Did you mean everlong sessions import?'],
  ['serch', 'Did you mean everlong sessions --search?'],
  ['list', 'To list all of them, write everlong sessions alone.'],
])('sessions %s: no agent, and what else it may mean', async (word, words) => {
  const { stderr, code } = await runCli(['sessions', word], { cwd: temporaryFolder() });
  expect(stderr).toContain(`There is no agent "${word}"`);
  expect(stderr).toContain(words);
  expect(code).toBe(3);
});

test('without a command the help is a usage error on stderr', async () => {
  const { stdout, stderr, code } = await runCli([], { cwd: temporaryFolder() });
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain('Usage: everlong');
});

test('a session that is not there is "not found", for every command that names one', async () => {
  const cwd = temporaryFolder();
  for (const args of [
    ['context', 'x'],
    ['sessions', '--export', 'x'],
    ['sessions', '--delete', 'x'],
  ]) {
    const { stdout, stderr, code } = await runCli(args, { cwd });
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    expect(stderr).toContain('There is no session "x"');
  }
});

test('piped output has no colours; they can be asked for and are refused by NO_COLOR', async () => {
  const cwd = temporaryFolder();
  const args = ['demo', '--steps', '3', '--window', '4000'];
  const run = async (environment: Record<string, string>): Promise<boolean> => {
    const { stdout, stderr } = await runCli(args, { cwd, environment });
    return (stdout + stderr).includes('\u001B[');
  };
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${cwd}/a.txt`, 'port: 8443\n');
  expect(await run({})).toBe(false);
  expect(await run({ CI: 'true' })).toBe(false);
  expect(await run({ FORCE_COLOR: '1' })).toBe(true);
  expect(await run({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
});

test('a reader that stops reading is no failure', async () => {
  const child = spawn('sh', ['-c', `"${process.execPath}" "${bin}" --help | head -n 1`]);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is a failure', async () => {
  const child = spawn('sh', ['-c', `"${process.execPath}" "${bin}" --version > /dev/full`]);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise((resolve) => {
    child.on('close', resolve);
  });
  expect({ stderr, code }).toMatchObject({
    stderr: expect.stringContaining('The output cannot be written') as string,
    code: 1,
  });
});

test('help breaks its lines itself, at eighty columns', async () => {
  const cwd = temporaryFolder();
  for (const name of ['demo', 'chat', 'sessions', 'context', 'summarize', 'count', 'models']) {
    const { stdout } = await runCli([name, '--help'], { cwd });
    const [usage = '', ...about] = stdout.split('\n');
    expect(usage).toContain(`everlong ${name}`);
    expect(about.find((line) => line !== '')).toMatch(/^[A-Z][a-z]* .+/);
    const lengths = about.map((line) => line.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(80);
    // A description that was broken by hand and again by the width has very short lines.
    const end = about.findIndex((line, index) => index > 1 && line === '');
    for (const line of about.slice(1, end - 1)) expect(line.length).toBeGreaterThan(40);
  }
});

test('a current folder that was removed is told in words', async () => {
  const gone = `${temporaryFolder()}/gone`;
  const script = `mkdir "${gone}" && cd "${gone}" && rmdir "${gone}" && "${process.execPath}" "${bin}" sessions`;
  const child = spawn('sh', ['-c', script]);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(stderr).toMatch(/error: The current folder is gone .*Change to another one\.\n$/);
  expect(code).toBe(4);
});
