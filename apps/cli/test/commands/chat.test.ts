import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { said, setUpChat } from '../support/chat-setup.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('an answer is streamed to stdout, and nothing else is', async () => {
  const { chat, server } = await setUpChat([{ text: ['Hel', 'lo ', 'there.'] }]);
  const { stdout, stderr, code } = await chat('-p', 'Hi');
  expect({ stdout, stderr, code }).toEqual({ stdout: 'Hello there.\n', stderr: '', code: 0 });
  const [request] = server.requests;
  expect(request?.body.stream).toBe(true);
  expect(request?.headers.authorization).toBeUndefined();
  expect(request?.body.tools?.map((tool) => tool.function.name)).toEqual([
    'history_search',
    'history_expand',
    'context_note',
    'context_compact',
    'context_handover',
  ]);
});

// promise: cowagent-15
test.each(['jsonl', 'sqlite'])('a second process goes on with the session (%s)', async (store) => {
  const { chat, server } = await setUpChat([{ text: ['Noted.'] }, { text: ['8443.'] }]);
  await chat('-p', 'The port is 8443.', '--store', store);
  const second = await chat('-p', 'Which port?', '--store', store, '--continue');
  expect(second).toMatchObject({ stdout: '8443.\n', code: 0 });
  const [, request] = server.requests;
  expect(request && said(request, 'user')).toEqual(['The port is 8443.', 'Which port?']);
  expect(request && said(request, 'assistant')).toEqual(['Noted.']);
});

test('a chat goes on with the newest session that can be read', async () => {
  const { chat, cwd, server } = await setUpChat([{ text: ['Noted.'] }, { text: ['8443.'] }]);
  await chat('-p', 'The port is 8443.');
  const broken = join(cwd, '.everlong/sessions/assistant/broken.jsonl');
  mkdirSync(broken);
  const later = new Date(Date.now() + 60_000);
  utimesSync(broken, later, later);
  expect((await runCli(['sessions'], { cwd })).stdout).toMatch(/^ {2}broken .* unreadable +EISDIR/);
  expect(await chat('-p', 'Which port?', '--continue')).toMatchObject({
    stdout: '8443.\n',
    code: 0,
  });
  const [, request] = server.requests;
  expect(request && said(request, 'user')).toEqual(['The port is 8443.', 'Which port?']);
});

test('the prompt can come from stdin, and a key is sent where there is one', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['ok'] }]);
  const environment = { OPENAI_COMPATIBLE_API_KEY: 'sk-local' };
  const asked = await runCli([...args, '-p', '-'], { cwd, input: 'from stdin\n', environment });
  expect(asked).toMatchObject({ stdout: 'ok\n', code: 0 });
  expect(await runCli(args, { cwd, input: 'piped' })).toMatchObject({ stdout: 'ok\n', code: 0 });
  expect(server.requests.map((request) => said(request, 'user').join())).toEqual([
    'from stdin\n',
    'piped',
  ]);
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-local');
  expect(await runCli(args, { cwd, input: '' })).toMatchObject({ code: 2, stdout: '' });
});

test('a prompt that is not UTF-8 is refused, and nothing of it stored', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['ok'] }]);
  for (const input of [Buffer.from('caf\u00E9', 'latin1'), Buffer.from('\uFEFFhi', 'utf16le')]) {
    const refused = await runCli([...args, '-p', '-'], { cwd, input });
    expect(refused).toMatchObject({ stdout: '', code: 2 });
    expect(refused.stderr).toContain('The prompt on stdin is not UTF-8 text. Convert it first');
  }
  const lines = await runCli([...args, '-i'], { cwd, input: Buffer.from('caf\u00E9\n', 'latin1') });
  expect(lines).toMatchObject({ stdout: '', code: 2 });
  expect(lines.stderr).toContain('The input on stdin is not UTF-8 text. Convert it first');
  expect(server.requests).toEqual([]);
  expect((await runCli(['sessions'], { cwd })).stderr).toBe('No sessions.\n');
});

test.each([
  ['length', 'The answer was cut off: it reached the most tokens of one answer.'],
  ['content_filter', "The answer was stopped by the provider's content filter."],
] as const)('an answer that ended by %s says so', async (finishReason, told) => {
  const { chat } = await setUpChat([{ text: ['It is'], finishReason }]);
  const { stdout, stderr } = await chat('-p', 'Which port?');
  expect(stdout).toBe('It is\n');
  expect(stderr).toContain(told);
});

test('an error in JSON has its message alone', async () => {
  const { chat } = await setUpChat([{ text: ['ok'] }]);
  for (const more of [
    ['--policy', 'misy'],
    ['-s', 'nosuch'],
  ]) {
    const { stdout, code } = await chat('-p', 'Hi', '--output', 'json', ...more);
    expect(JSON.parse(stdout)).toEqual({
      type: 'error',
      exitCode: code,
      message: expect.stringMatching(/^There is no /) as string,
    });
  }
});

test('json output is one object with the usage of the last call, cached tokens included', async () => {
  const usage = { prompt: 900, completion: 7, cached: 512 };
  const { chat } = await setUpChat([{ text: ['Hello'], usage }]);
  const { stdout, code } = await chat('-p', 'Hi', '--output', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    agent: 'assistant',
    status: 'done',
    text: 'Hello',
    usage: { inputTokens: 900, outputTokens: 7, cacheReadTokens: 512 },
    context: { window: 8000, spend: { inputTokens: 900, cacheReadTokens: 512 } },
  });
});

test('tool calls look into the stored history, and events tell the turn', async () => {
  const { chat, server } = await setUpChat([
    { text: ['Noted.'] },
    {
      text: ['Looking.'],
      toolCalls: [{ id: 'c1', name: 'history_search', input: { query: '8443' } }],
      usage: { prompt: 100, completion: 10 },
    },
    { text: ['It is 8443.'], usage: { prompt: 150, completion: 12 } },
  ]);
  await chat('-p', 'The port is 8443.');
  const { stdout } = await chat('-p', 'Which one?', '--continue', '--output', 'stream-json');
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  expect(events.map(({ type }) => type)).toEqual([
    'session',
    'text',
    'tool-call',
    'tool-result',
    'usage',
    'text',
    'usage',
    'result',
  ]);
  expect(events.at(-1)).toMatchObject({ status: 'done', text: 'It is 8443.' });
  expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 150 } });
  const [, , third] = server.requests;
  expect(third && said(third, 'tool')).toEqual(['entry 0: The port is 8443.']);
});

// promise: sessions-5, sessions-8, sessions-10
test('the loop takes a message a line, and slash commands', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['Hello.'] }]);
  const lines = [
    'Hi \\',
    'there',
    '/tokens',
    '/rename My talk',
    '/context',
    '/history 1',
    '/sesions',
  ];
  lines.push(
    '/export talk.md',
    '/new',
    '/etc/hosts again',
    '/sessions',
    '/summarize',
    '/help',
    '/quit',
    'never',
  );
  const { stdout, stderr, code } = await runCli([...args, '--interactive'], {
    cwd,
    input: `${lines.join('\n')}\n`,
  });
  expect(code).toBe(0);
  expect(server.requests.map((request) => said(request, 'user'))).toEqual([
    ['Hi \nthere'],
    ['/etc/hosts again'],
  ]);
  expect(stdout).toContain('Token line: on');
  expect(stdout).toContain('Context limit: 8,000 tokens');
  expect(stdout).toContain('assistant: Hello.');
  expect(stdout).toContain('My talk');
  expect(stdout).toContain('/summarize [instructions | --preview | --from FILE]');
  expect(stderr).toMatch(/There is no command \/sesions\. Did you mean "sessions"\?/);
  expect(stderr).toMatch(
    /tokens: [\d,]+ msgs \+ [\d,]+ tools \| context: [\d,]+ \/ 8,000 \(\d+%\)/,
  );
  expect(readFileSync(join(cwd, 'talk.md'), 'utf8')).toContain('# My talk');
});

test('an agent file gives the model, the instructions and the window', async () => {
  const { cwd, server } = await setUpChat([{ text: ['Ahoy.'] }]);
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(
    join(cwd, 'agents', 'pirate.yaml'),
    `name: pirate\nsystem_prompt: Talk like a pirate.\nmodel:\n` +
      `  provider: openai-compatible/test-model\n  base_url: ${server.url}\n  temperature: 0.5\n` +
      `context:\n  window: 9000\n  response_reserve: 1000\n`,
  );
  const { stdout } = await runCli(['chat', 'pirate', '-p', 'Hi', '--output', 'json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    agent: 'pirate',
    context: { window: 9000, inputBudget: 8000 },
  });
  const [request] = server.requests;
  expect(request && said(request, 'system')).toEqual(['Talk like a pirate.']);
  expect(request?.body).toMatchObject({ temperature: 0.5 });
  const listed = await runCli(['sessions', 'pirate', '--json'], { cwd });
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { agent: 'pirate', entryCount: 2, title: 'Hi' },
  ]);
});

// promise: sessions-6, sessions-8
test('what is missing or misspelt has its own exit code, and leaves no trace', async () => {
  const cwd = temporaryFolder();
  const run = (...args: string[]): Promise<CliResult> =>
    runCli(['chat', '-p', 'Hi', ...args], { cwd });
  const noKey = await run('--model', 'openai/gpt-5');
  expect(noKey).toMatchObject({ code: 4, stdout: '' });
  expect(noKey.stderr).toContain('set OPENAI_API_KEY');
  expect(await run()).toMatchObject({ code: 4 });
  const local = ['--model', 'openai-compatible/x', '--base-url', 'http://127.0.0.1:9/v1'];
  const unknown = await run(...local, '--session', 'nope', '--output', 'json');
  expect(unknown.code).toBe(3);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ type: 'error', exitCode: 3 });
  expect(await run(...local, '--continue')).toMatchObject({ code: 3 });
  const secret = ['--base-url', 'ftp://me:hunter2hunter2@host/v1', '--output', 'json'];
  const refused = await run('--model', 'openai-compatible/x', ...secret);
  expect(refused.code).toBe(4);
  expect(refused.stdout).toContain('is not an http or https address');
  expect(refused.stdout + refused.stderr).not.toContain('hunter2');
  expect(await run('nobody', ...local)).toMatchObject({ code: 3 });
  expect(await run(...local, '--policy', 'everlng')).toMatchObject({ code: 2 });
  expect(await run(...local, '--window', 'big')).toMatchObject({ code: 2 });
  expect(await run(...local, '--new', '--continue')).toMatchObject({ code: 2 });
  const sessions = await runCli(['sessions', '--json'], { cwd });
  expect(sessions).toMatchObject({ stdout: '[]\n', code: 0 });
});
