import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampled } from '@everlong/testing';
import { expect, onTestFinished, test } from 'vitest';
import { exportOnly, said, setUpChat, turnsOf } from '../support/chat-setup.js';
import { failures } from '../support/openai-failures.js';
import { runCli } from '../support/run-cli.js';
import { startCli } from '../support/spawn-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const tooLongErrors: [string, typeof failures.tooLongOpenAi][] = [
  ['OpenAI', failures.tooLongOpenAi],
  ['vLLM', failures.tooLongVllm],
  ['llama.cpp', failures.tooLongLlamaCpp],
];

// promise: cowagent-14
test.each(sampled(tooLongErrors, 1))(
  'a prompt that %s calls too long is made smaller and sent again',
  async (_name, tooLong) => {
    // Room for the instructions, the tools and a few messages.
    const maxTokens = 2000;
    const { cwd, args, chat, server } = await setUpChat((request) => {
      const tokens = Math.ceil(JSON.stringify(request.body.messages).length / 4);
      return tokens > maxTokens ? tooLong(maxTokens, tokens) : { text: ['Understood.'] };
    });
    const filler = 'Some words that take room in the window. '.repeat(25);
    const lines = Array.from({ length: 8 }, (_, turn) => `${filler}${turn}`);
    const options = { cwd, input: `${lines.join('\n')}\n` };
    const talk = await runCli([...args, '--interactive'], options);
    expect(talk).toMatchObject({ stdout: 'Understood.\n'.repeat(8), code: 0 });
    expect(talk.stderr).toContain('smaller request');
    const turns = turnsOf(server);
    const last = turns.at(-1);
    expect(last && said(last, 'user').at(-1)).toBe(`${filler}7`);

    // What the provider said is remembered: the next process does not run into it again.
    const next = await chat('-p', 'And now?', '--continue');
    expect(next).toMatchObject({ stdout: 'Understood.\n', code: 0 });
    expect(next.stderr).toMatch(/^(?: {2}compaction: .*\n)?$/);
    expect(turnsOf(server)).toHaveLength(turns.length + 1);
  },
);

test('an answer without a word is told', async () => {
  const { chat } = await setUpChat([{ text: [] }, { text: [] }]);
  expect(await chat('-p', 'Hi')).toMatchObject({
    stdout: '',
    stderr: 'The model sent an empty answer.\n',
    code: 0,
  });
  const { stdout, stderr } = await chat('-p', 'Hi', '--output', 'json');
  expect([JSON.parse(stdout), stderr]).toMatchObject([{ status: 'done', text: '' }, '']);
});

test('a prompt that stays too long ends with exit code 6 and the reason', async () => {
  const { chat, server } = await setUpChat([failures.tooLongOpenAi(1500, 3000)]);
  const { stdout, stderr, code } = await chat('-p', 'Hi');
  expect({ stdout, code }).toEqual({ stdout: '', code: 6 });
  expect(stderr.match(/maximum context length is 1500 tokens/g)).toHaveLength(1);
  expect(stderr).toContain('making it smaller did not help');
  expect(stderr).not.toContain('{"error"');
  expect(server.requests.length).toBeLessThan(8);
});

test.each([
  ['a wrong key', failures.badKey(), 'Incorrect API key provided', 1],
  ['a rate limit', failures.rateLimit(0), 'Rate limit reached', 3],
  ['a broken server', failures.broken(), 'The server had an error', 3],
])('%s ends with exit code 5 and the provider’s words', async (_name, failure, words, calls) => {
  const { chat, server } = await setUpChat([failure]);
  const { stdout, stderr, code } = await chat('-p', 'Hi', '--output', 'json');
  expect(code).toBe(5);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'provider-error',
    httpStatus: failure.status,
  });
  expect(stdout).toContain(words);
  expect(server.requests).toHaveLength(calls);
});

test('an error in place of an answer is no answer, whatever its status', async () => {
  const { cwd, chat } = await setUpChat([
    { error: 'The model is overloaded.' },
    { text: ['Here.'] },
  ]);
  const { stdout, stderr, code } = await chat('-p', 'Hi');
  expect({ stdout, code }).toEqual({ stdout: '', code: 5 });
  expect(stderr).toContain('The model is overloaded.');
  expect(await exportOnly(cwd)).not.toContain('## Assistant');
  expect(await chat('-p', 'Again', '-c')).toMatchObject({ stdout: 'Here.\n', code: 0 });
});

test.each([
  ['a wrong key', failures.badKey()],
  ['a broken server', failures.broken()],
])('%s leaves the question and no answer in the session', async (_name, failure) => {
  const { cwd, chat } = await setUpChat([failure]);
  expect((await chat('-p', 'Hi')).code).toBe(5);
  const exported = await exportOnly(cwd);
  expect(exported).toContain('## User\n\nHi');
  expect(exported).not.toContain('## Assistant');
});

test('a call that is made again is told of while it is', async () => {
  const { chat } = await setUpChat([failures.broken(), failures.broken(), { text: ['Now.'] }]);
  const { stdout, stderr, code } = await chat('-p', 'Hi');
  expect({ stdout, code }).toEqual({ stdout: 'Now.\n', code: 0 });
  expect(stderr.match(/Trying again: The server had an error/g)).toHaveLength(2);
});

test('a rate limit that passes is waited for', async () => {
  const { chat } = await setUpChat([failures.rateLimit(0), { text: ['Now.'] }]);
  expect(await chat('-p', 'Hi')).toMatchObject({ stdout: 'Now.\n', code: 0 });
});

test('a connection cut in the middle keeps what came, marked, and the session goes on', async () => {
  const { cwd, chat, server } = await setUpChat([
    { text: ['Half ', 'an ', 'answer'], cutAfter: 2 },
    { text: ['Whole.'] },
  ]);
  const cut = await chat('-p', 'Hi');
  expect(cut).toMatchObject({ stdout: 'Half an \n', code: 5 });
  const next = await chat('-p', 'Go on', '--continue');
  expect(next).toMatchObject({ stdout: 'Whole.\n', code: 0 });
  const [, request] = server.requests;
  expect(request && said(request, 'assistant')).toEqual(['Half an ']);
  expect(await exportOnly(cwd)).toContain('## Assistant (interrupted)\n\nHalf an');
});

// promise: context-1
test('a process killed in the middle loses nothing that was acknowledged', async () => {
  const { cwd, args, chat, server } = await setUpChat((_request, index) =>
    index === 1 ? { text: ['Thinking', '…'], hangAfter: 1 } : { text: [`Answer ${index}.`] },
  );
  await chat('-p', 'First.');
  const killed = startCli([...args, '-p', 'Second.', '--continue'], { cwd });
  await killed.shows('Thinking');
  killed.child.kill('SIGKILL');
  expect(await killed.result).toMatchObject({ code: null });
  expect(await chat('-p', 'Third.', '--continue')).toMatchObject({
    stdout: 'Answer 2.\n',
    code: 0,
  });
  const last = server.requests.at(-1);
  expect(last && said(last, 'user').join(' ')).toContain('First.');
  expect(last && said(last, 'user').join(' ')).toContain('Second.');
});

test('Ctrl-C ends with 130 and keeps what was said so far', async () => {
  const { cwd, args, chat } = await setUpChat([
    { text: ['One ', 'two'], hangAfter: 1 },
    { text: ['ok'] },
  ]);
  const running = startCli([...args, '-p', 'Count.'], { cwd });
  await running.shows('One ');
  running.child.kill('SIGINT');
  const { code, stderr } = await running.result;
  expect(code).toBe(130);
  expect(stderr).toContain('The complete parts are kept');
  const exported = await exportOnly(cwd);
  expect(exported).toContain('## User\n\nCount.');
  expect(exported).toContain('## Assistant (interrupted)\n\nOne');
  expect(await chat('-p', 'Go on', '--continue')).toMatchObject({ stdout: 'ok\n', code: 0 });
});

test('in the loop the first Ctrl-C stops the answer, two in a row leave', async () => {
  const replies = [{ text: ['One ', 'two'], hangAfter: 1 }, { text: ['Next.'] }];
  const { cwd, args } = await setUpChat(replies);
  const running = startCli([...args, '--interactive'], { cwd, input: 'Count.\nGo on.\n' });
  await running.shows('One ');
  running.child.kill('SIGINT');
  expect(await running.result).toMatchObject({ stdout: 'One \nNext.\n', code: 0 });

  const idle = startCli([...args, '--interactive'], { cwd, open: true });
  await idle.shows('/help lists');
  idle.child.kill('SIGINT');
  await idle.shows('Press Ctrl-C again');
  idle.child.kill('SIGINT');
  expect(await idle.result).toMatchObject({ stdout: '', code: 130 });

  // A chat in which nothing was said leaves no session behind.
  const listed = await runCli(['sessions', '--json'], { cwd });
  expect(JSON.parse(listed.stdout)).toHaveLength(1);
});

test('a server that cuts long prompts in silence is told of, on stderr', async () => {
  const usage = { prompt: 1024, completion: 5 };
  const { chat } = await setUpChat([{ text: ['Fine.'], usage }]);
  const { stdout, stderr, code } = await chat('-p', 'word '.repeat(4000));
  expect({ stdout, code }).toEqual({ stdout: 'Fine.\n', code: 0 });
  expect(stderr).toMatch(/The provider read 1,024 of about \d,\d+ tokens: .* --window/);
});

test('something else than an API that answers is told with what to look at', async () => {
  const page = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in first.</html>');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void page.close());
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const args = ['chat', '-m', 'openai-compatible/x', '--base-url', url, '--window', '8000'];
  const { stderr, code } = await runCli([...args, '-p', 'Hi'], { cwd: temporaryFolder() });
  expect(stderr).toContain('What answered does not speak the chat protocol of OpenAI.');
  expect(stderr).toContain('Check the base URL: it often ends in /v1.');
  expect(code).toBe(5);
});

test('an answer that is cut off has no hint at the base URL', async () => {
  const { chat } = await setUpChat([{ text: ['It ', 'listens ', 'on'], cutAfter: 2 }]);
  const { stderr, code } = await chat('-p', 'Hi');
  expect(stderr).toContain('The provider failed');
  expect(stderr).not.toContain('base URL');
  expect(code).toBe(5);
});
