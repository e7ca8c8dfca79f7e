import { writeFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { age } from '../support/age-session.js';
import { setUpChat } from '../support/chat-setup.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { bin, startInTerminal } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';

const sessions = [
  {
    id: '1a2b',
    agent: 'assistant',
    title: 'Ports',
    entries: exchangeOf('Which port?', 'It is 8443.'),
  },
  {
    id: '1a9c',
    agent: 'assistant',
    title: 'Colours',
    entries: exchangeOf('Which one?', 'Light blue.'),
  },
  { id: '7d7d', agent: 'coder', title: 'Retries', entries: exchangeOf('How many?', 'port 3') },
];

async function stored(): Promise<{ cwd: string; run(...args: string[]): Promise<CliResult> }> {
  const cwd = temporaryFolder();
  await storeSessions(cwd, sessions);
  return { cwd, run: (...args) => runCli(args, { cwd }) };
}

async function ids(cwd: string): Promise<string[]> {
  const { stdout } = await runCli(['sessions', '--json'], { cwd });
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id).toSorted();
}

// promise: sessions-13
test('search finds messages in all sessions, in one, or in those of an agent', async () => {
  const { run } = await stored();
  const all = await run('search', 'port');
  expect(all).toMatchObject({ code: 0, stderr: '\nContinue 1: everlong chat -s 7d7d\n' });
  expect(all.stdout).toMatch(/^ 1 {2}Retries\n {4}coder · .*\n {4}assistant #1 {2}port 3/m);
  expect(all.stdout).toMatch(/^ 2 {2}Ports\n {4}.*\n {4}user #0 {2}Which port\?/m);
  const one = await run('search', 'port', '--session', '1a2b', '--json');
  expect(JSON.parse(one.stdout)).toMatchObject([{ sessionId: '1a2b', seq: 0 }]);
  const coder = await run('search', 'port', '--agent', 'coder');
  expect(coder.stdout).toMatch(/^ 1 {2}Retries/);
  expect(coder.stdout).not.toContain('Ports');
  expect(await run('search', 'nowhere')).toMatchObject({ code: 3, stdout: '' });
});

// promise: sessions-13
test('sessions --search looks into titles, ids and messages', async () => {
  const { run } = await stored();
  const found = async (text: string): Promise<string[]> => {
    const { stdout } = await run('sessions', '--search', text, '--json');
    return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
  };
  expect(await found('colo')).toEqual(['1a9c']);
  expect(await found('8443')).toEqual(['1a2b']);
  expect(await found('7D')).toEqual(['7d7d']);
  expect(await found('nowhere')).toEqual([]);
});

test('history shows the last messages, of the newest session if none is named', async () => {
  const { run } = await stored();
  expect((await run('history')).stdout).toBe('   0  user: How many?\n   1  assistant: port 3\n');
  expect((await run('history', '1a2b', '--last', '1')).stdout).toBe(
    '   1  assistant: It is 8443.\n',
  );
  expect(await runCli(['history'], { cwd: temporaryFolder() })).toMatchObject({ code: 3 });
});

test('context and summarize take the newest session, too', async () => {
  const { run } = await stored();
  expect((await run('context')).stdout).toContain('Characters: 15');
  expect((await run('summarize')).stdout).toContain('"How many?"');
});

test('sessions rename gives a title of several words', async () => {
  const { run } = await stored();
  expect(await run('sessions', 'rename', '7d', 'How', 'many retries')).toMatchObject({ code: 0 });
  expect((await run('sessions')).stdout).toContain('How many retries');
  expect(await run('sessions', 'rename', 'nope', 'x')).toMatchObject({ code: 3 });
  expect(await run('sessions', 'rename', '7d', '', ' ')).toMatchObject({
    code: 2,
    stderr: 'error: The title is empty. Write one behind the id.\n',
  });
});

test('sessions delete needs a yes: on the terminal, or as an option', async () => {
  const { run, cwd } = await stored();
  const unasked = await run('sessions', 'delete', '7d7d');
  expect(unasked).toMatchObject({ code: 2, stdout: '' });
  expect(unasked.stderr).toContain('--yes');
  expect(await ids(cwd)).toHaveLength(3);
  expect(await run('sessions', 'delete', '7d7d', '1a9c', '--yes')).toMatchObject({ code: 0 });
  expect(await ids(cwd)).toEqual(['1a2b']);
});

test.each([
  ['n', ['1a2b', '1a9c', '7d7d'], 'Nothing was deleted'],
  ['y', ['1a2b', '1a9c'], 'Deleted session 7d7d'],
])('in a terminal sessions delete asks; %s', async (answer, left, words) => {
  const { cwd } = await stored();
  const environment = { TERM: 'xterm' };
  const running = startInTerminal(['sessions', 'delete', '7d7d'], { cwd, environment });
  await running.shows('for good? [y/N]');
  running.child.stdin?.write(`${answer}\r`);
  await running.shows(words);
  expect((await running.result).code).toBe(0);
  expect(await ids(cwd)).toEqual(left);
});

test('in a terminal an ambiguous id is chosen from a list', async () => {
  const { cwd } = await stored();
  const environment = { TERM: 'xterm' };
  const running = startInTerminal(['history', '1a'], { cwd, environment });
  await running.shows('Which one (1 to 2)?');
  running.child.stdin?.write('2\r');
  const { stdout, code } = await running.result;
  expect(code).toBe(0);
  expect(stdout).toContain('It is 8443.');
});

// promise: sessions-20, sessions-21
test('cleanup lists first, asks, and deletes only what is old', async () => {
  const { run, cwd } = await stored();
  age(cwd, 'assistant', '1a2b', '2025-01-15');
  expect((await run('sessions')).stdout).toMatch(/1a2b {2}assistant {2}2025-01-1\d \d\d:\d\d/);
  const dry = await run('cleanup', '--older-than', '30d', '--dry-run');
  expect(dry.stdout).toContain('1a2b');
  expect(dry.stdout).not.toContain('1a9c');
  expect(dry.stderr).toContain('1 session unused for 30 days would be deleted');
  expect(await run('cleanup')).toMatchObject({ code: 2 });
  expect(await ids(cwd)).toHaveLength(3);
  expect(await run('cleanup', '--older-than', '4w', '--yes')).toMatchObject({ code: 0 });
  expect(await ids(cwd)).toEqual(['1a9c', '7d7d']);
  expect((await run('cleanup', '--yes')).stderr).toContain('There are no sessions unused');
  expect(await run('cleanup', '--older-than', 'soon')).toMatchObject({ code: 2 });
  expect((await run('cleanup', '--older-than', '0d', '--dry-run')).stderr).toMatch(
    /^\d+ sessions? would be deleted\.$/m,
  );
});

// promise: cowagent-17
test('sessions.retention_days has each chat delete what is older; nothing does by default', async () => {
  const { cwd, chat } = await setUpChat([{ text: ['ok'] }]);
  await storeSessions(cwd, sessions);
  age(cwd, 'assistant', '1a2b', '2025-01-15');
  await chat('-p', 'Hi');
  expect(await ids(cwd)).toContain('1a2b');
  writeFileSync(join(cwd, 'everlong.yaml'), 'sessions:\n  retention_days: 30\n');
  const { stderr } = await chat('-p', 'Hi');
  expect(stderr).toContain('Deleted 1 session unused for 30 days (sessions.retention_days)');
  expect(await ids(cwd)).not.toContain('1a2b');
  expect(await ids(cwd)).toContain('1a9c');
});

test.each(['bash', 'zsh', 'fish'])(
  'the completion for %s knows commands and options',
  async (shell) => {
    const { stdout, code } = await runCli(['completion', shell], { cwd: temporaryFolder() });
    expect(code).toBe(0);
    for (const word of ['cleanup', 'rename', 'older-than']) expect(stdout).toContain(word);
  },
);

test('bash completes with it', async () => {
  const cwd = temporaryFolder();
  const { stdout } = await runCli(['completion', 'bash'], { cwd });
  const complete = (...words: string[]): string[] => {
    const quoted = ['everlong', ...words].map((word) => `'${word}'`).join(' ');
    const script = `${stdout}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _everlong; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { cwd, encoding: 'utf8' }).trim().split('\n');
  };
  expect(complete('cl')).toEqual(['cleanup']);
  expect(complete('cleanup', '--older')).toEqual(['--older-than']);
  expect(complete('sessions', 're')).toEqual(['rename']);
  expect(complete('config', 'list', '--show')).toEqual(['--show-origin']);
  expect(complete('chat', '--keep', '')).toEqual(['little', 'balanced', 'much']);
  expect(complete('completion', 'z')).toEqual(['zsh']);
  expect(complete('config', 'set', 'context.k')).toEqual(['context.keep']);
  // Files, which bash itself completes.
  expect(complete('sessions', '--dir', '')).toEqual(['']);
  expect(complete('chat', '-m', '')).toEqual(['']);
  expect(complete('replay', 'trans')).toEqual(['']);
  expect(stdout).toContain('complete -o default ');
});

test('zsh can read the script, and completes from the first time on', async () => {
  const { stdout } = await runCli(['completion', 'zsh'], { cwd: temporaryFolder() });
  // It takes a name behind a colon for a modifier, not for a number.
  expect(stdout).toContain('${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}');
  expect(stdout).toMatch(/\n\[ .*funcstack.*\] \|\| _bash_complete -o default -F _everlong\n$/);
});

test.each([
  [['sessions'], 0],
  [['history'], 0],
  [['search', 'port'], 0],
  [['context'], 0],
  [['summarize'], 0],
  [['cleanup', '--dry-run'], 0],
  [['count', 'everlong.yaml'], 0],
  [['models', 'gpt-5'], 0],
  [['config', 'list'], 0],
  [['completion', 'bash'], 0],
  [['chat', '-p', 'Hi', '-m', 'openai/gpt-5'], 4],
  [['replay', 'nowhere.json'], 3],
] as const)('the command line runs %j', async (args, code) => {
  const { cwd } = await stored();
  writeFileSync(join(cwd, 'everlong.yaml'), 'max_steps: 3\n');
  const result = await runCli(args, { cwd });
  expect(result.code).toBe(code);
  if (code === 0) expect(result.stdout + result.stderr).not.toBe('');
});

test('an older Node is told so in a sentence, before anything is loaded', () => {
  const fake = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', fake, bin, 'sessions']);
  expect(String(stderr)).toContain('everlong needs Node 22 or newer; this is Node 20.20.2.');
  expect(status).toBe(4);
});

test('an export is a transcript for the commands that read them', async () => {
  const { cwd, run } = await stored();
  const { stdout } = await run('sessions', '--export', '1a2b', '--json');
  writeFileSync(join(cwd, 'export.jsonl'), stdout);
  expect((await run('count', 'export.jsonl')).stdout).toContain('(2 messages, everlong)');
  expect((await run('summarize', 'export.jsonl')).stdout).toContain('8443');
  const { stdout: scores } = await run('replay', 'export.jsonl', '--json');
  expect(JSON.parse(scores)).toMatchObject({ files: [{ format: 'everlong', messages: 2 }] });
});
