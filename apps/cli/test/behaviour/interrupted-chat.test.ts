import { spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { sampled } from '@everlong/testing';
import { expect, test } from 'vitest';
import { said, setUpChat } from '../support/chat-setup.js';
import type { Answer } from '../support/openai-answers.js';
import type { RecordedRequest } from '../support/openai-server.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { bin, startCli, startInTerminal } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const environment = { TERM: 'xterm' };

/** A chat in a pseudo-terminal, with two stored sessions whose ids begin alike. */
async function open(reply: Parameters<typeof setUpChat>[0]) {
  const { cwd, args, server } = await setUpChat(reply);
  const stored = ['abcd1111', 'abcd2222'].map((id) => ({
    id,
    agent: 'assistant',
    entries: exchangeOf(`Question of ${id}`, 'Noted.'),
  }));
  await storeSessions(cwd, stored);
  const running = startInTerminal(args, { cwd, environment });
  const type = (keys: string): void => void running.child.stdin?.write(keys);
  await running.shows('/help lists');
  return { ...running, type, cwd, server };
}

/** Answers `Answer to: ` and the message. */
function echo(request: RecordedRequest): Answer {
  return { text: [`Answer to: ${said(request, 'user').at(-1)}`] };
}

test('Ctrl-C at the prompt discards what is typed; twice leaves', async () => {
  const { type, shows, result } = await open(echo);
  type('one\\\r');
  await shows('…');
  type(`half a line${CTRL_C}`);
  await shows('Press Ctrl-C again to leave.');
  type('two\r');
  await shows('Answer to: two');
  type(`${CTRL_C}${CTRL_C}`);
  expect((await result).code).toBe(130);
});

test('Ctrl-C behind what was typed since the first one discards that', async () => {
  const { type, shows, result } = await open(echo);
  type(CTRL_C);
  await shows('Press Ctrl-C again to leave.');
  type('half');
  await shows('half');
  type(`${CTRL_C}whole\r`);
  await shows('Answer to: whole');
  type(CTRL_D);
  const { code, stdout } = await result;
  expect(code).toBe(0);
  // What the shell shows next begins a line.
  expect(stdout.endsWith('\n')).toBe(true);
});

test('Ctrl-D while the model answers leaves once the answer is there', async () => {
  const { cwd, args } = await setUpChat([{ text: ['slow ', 'answer'], chunkDelayMs: 300 }]);
  const running = startInTerminal(args, { cwd, environment });
  await running.shows('/help lists');
  running.child.stdin?.write('go\r');
  await running.shows('slow');
  running.child.stdin?.write(CTRL_D);
  const { code, stdout } = await running.result;
  const shown = stdout.replace('\u001B[?2004l', '');
  expect([code, shown]).toEqual([0, expect.stringContaining('slow answer')]);
  expect(stdout).not.toContain('closed');
});

test('what is pasted is one message, sent with Enter, and Ctrl-C discards all of it', async () => {
  const { type, shows, result, server } = await open(echo);
  const paste = (text: string): void => type(`\u001B[200~${text}\u001B[201~`);
  paste('lost\rand gone');
  await shows('and gone');
  type(CTRL_C);
  await shows('Press Ctrl-C again to leave.');
  paste('one\r\rthree\r');
  type('four\r');
  await shows('Answer to: one');
  type('typed\r');
  await shows('Answer to: typed');
  type('/quit\r');
  const { code, stdout } = await result;
  expect(code).toBe(0);
  expect(server.requests.map((request) => said(request, 'user').at(-1))).toEqual([
    'one\n\nthree\nfour',
    'typed',
  ]);
  // The terminal is left as it was.
  expect(stdout.lastIndexOf('\u001B[?2004l')).toBeGreaterThan(stdout.lastIndexOf('\u001B[?2004h'));
});

test('an error of a turn is told, and the chat goes on', async () => {
  const { type, shows, result, cwd } = await open(echo);
  type('/session abcd1111\r');
  await shows('Session abcd1111');
  expect((await runCli(['sessions', 'delete', 'abcd1111', '--yes'], { cwd })).code).toBe(0);
  type('one\r');
  await shows('error: There is no session "abcd1111"');
  type('/new\rtwo\r');
  await shows('Answer to: two');
  type('/quit\r');
  expect((await result).code).toBe(0);
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s keeps what was said of an answer so far, and ends',
  async (signal) => {
    const slow = { text: ['the first words ', 'the rest'], hangAfter: 1 };
    const { cwd, args, server } = await setUpChat([slow, slow]);
    for (const more of [['-p', 'go'], ['--interactive']]) {
      const running = startCli([...args, ...more], { cwd, open: true });
      if (more.length === 1) running.child.stdin?.write('go\n');
      await running.shows('the first words');
      running.child.kill(signal);
      expect((await running.result).code).toBe(130);
      const { stdout } = await runCli(['history'], { cwd });
      expect(stdout).toContain('assistant: the first words');
      await runCli(['sessions', '--delete', idIn(await runCli(['sessions'], { cwd })), '-y'], {
        cwd,
      });
    }
    expect(server.requests).toHaveLength(2);
  },
);

/** The id of the newest listed session. */
function idIn({ stdout }: { stdout: string }): string {
  return /\S+/.exec(stdout)?.[0] ?? '';
}

test('Ctrl-C in a question is a no, and what is typed next is a message', async () => {
  const { type, shows, result, cwd } = await open(echo);
  type('/delete abcd1111\r');
  await shows('for good? [y/N]');
  type(`ye${CTRL_C}`);
  await shows('Nothing was deleted.');
  type('y\r');
  await shows('Answer to: y');
  type('/quit\r');
  expect((await result).code).toBe(0);
  expect((await runCli(['sessions'], { cwd })).stdout).toContain('abcd1111');
});

test('Ctrl-C ends the model’s writing of a summary, and the chat goes on', async () => {
  const { type, shows, result, server } = await open((request) => {
    const [last = ''] = said(request, 'user').slice(-1);
    if (last.startsWith('tell ')) return { text: [`${last} ${'word '.repeat(300)}`] };
    return last.startsWith('after') ? echo(request) : { text: ['## '], hangAfter: 0 };
  });
  for (const turn of ['1', '2', '3', '4', '5', '6']) {
    type(`tell ${turn}\r`);
    await shows(`tell ${turn} word`);
  }
  type('/summarize\r');
  await server.hanging;
  type(CTRL_C);
  await shows('Interrupted.');
  type('after\r');
  await shows('Answer to: after');
  type('/context\r');
  await shows('Epoch: 0');
  type('/quit\r');
  expect((await result).code).toBe(0);
});

test('within a chat an ambiguous id is chosen from a list, and Ctrl-C chooses none', async () => {
  const { type, shows, result } = await open(echo);
  type('/session abcd\r');
  await shows('Which one (1 to 2)?');
  type(CTRL_C);
  await shows('Interrupted.');
  type('still here\r');
  await shows('Answer to: still here');
  type('/session abcd\r1\r/history\r');
  await shows('user: Question of abcd');
  type('last\r');
  await shows('Answer to: last');
  type('/quit\r');
  expect((await result).code).toBe(0);
});

const interrupted: [string[], string, string, string, number][] = [
  [['history', 'abcd'], 'Which one', CTRL_C, 'Interrupted.', 130],
  [['history', 'abcd'], 'Which one', CTRL_D, 'Write more of the id', 4],
  [['sessions', 'delete', 'abcd1111'], '[y/N]', CTRL_C, 'Interrupted.', 130],
  [['sessions', 'delete', 'abcd1111'], '[y/N]', CTRL_D, 'Nothing was deleted.', 0],
];

test.each(sampled(interrupted, 2))(
  '%j is asked %j and answered %j',
  async (args, question, key, words, code) => {
    const cwd = temporaryFolder();
    const entries = exchangeOf('Which port?', 'It is 8443.');
    const stored = ['abcd1111', 'abcd2222'].map((id) => ({ id, agent: 'assistant', entries }));
    await storeSessions(cwd, stored);
    const running = startInTerminal(args, { cwd, environment });
    await running.shows(question);
    running.child.stdin?.write(key);
    await running.shows(words);
    expect((await running.result).code).toBe(code);
    expect((await runCli(['sessions'], { cwd })).stdout).toContain('abcd1111');
  },
);

test('what was said when the reader of a pipe left is kept, and that is no failure', async () => {
  const text = Array.from({ length: 2000 }, (_, index) => `word${index} `);
  const { cwd, args } = await setUpChat([{ text, chunkDelayMs: 5 }]);
  const command = [process.execPath, bin, ...args, '-p', 'Go on.'];
  const script = `{ ${command.map((word) => `'${word}'`).join(' ')}; echo "code $?" >&2; } | head -c 5`;
  const piped = spawn('sh', ['-c', script], { cwd });
  const [stdout, stderr] = await Promise.all([textOf(piped.stdout), textOf(piped.stderr)]);
  expect(stdout).toBe('word0');
  expect(stderr).toContain('code 0');
  const exported = await runCli(['sessions', '--export', await onlySession(cwd)], { cwd });
  expect(exported.stdout).toMatch(/## Assistant \(interrupted\)\n\nword0 word1 /);
  expect(exported.stdout).not.toContain('word1999');
});

async function onlySession(cwd: string): Promise<string> {
  const { stdout } = await runCli(['sessions', '--json'], { cwd });
  return (JSON.parse(stdout) as { id: string }[])[0]?.id ?? '';
}
