import { sampled } from '@everlong/testing';
import { expect, test } from 'vitest';
import { said, setUpChat } from '../support/chat-setup.js';
import type { Answer } from '../support/openai-answers.js';
import type { RecordedRequest } from '../support/openai-server.js';
import { runCli, temporaryFolder } from '../support/run-cli.js';
import { startInTerminal } from '../support/spawn-cli.js';
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
