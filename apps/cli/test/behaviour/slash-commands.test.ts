import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { said, setUpChat } from '../support/chat-setup.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { startInTerminal } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';

type Reply = Parameters<typeof setUpChat>[0];

/** Types lines into a chat with a model that answers `Noted.` */
async function type(
  lines: readonly string[],
  reply: Reply = [{ text: ['Noted.'] }],
): Promise<CliResult & { cwd: string; requests: number }> {
  const { cwd, args, server } = await setUpChat(reply);
  const result = await runCli([...args, '-i'], { cwd, input: `${lines.join('\n')}\n` });
  return { ...result, cwd, requests: server.requests.length };
}

async function titles(cwd: string): Promise<(string | undefined)[]> {
  const { stdout } = await runCli(['sessions', '--json'], { cwd });
  return (JSON.parse(stdout) as { title?: string }[]).map(({ title }) => title);
}

// promise: sessions-9
test('/delete asks, and deletes for good only on a yes', async () => {
  const kept = await type(['Keep me', '/delete', 'n']);
  expect(kept.stderr).toMatch(/Delete session \w+ \(Keep me\) with 2 messages for good\? \[y\/N\]/);
  expect(kept.stderr).toContain('Nothing was deleted.');
  expect(await titles(kept.cwd)).toEqual(['Keep me']);

  const gone = await type(['Forget me', '/delete', 'y', 'Another one', '/quit']);
  expect(gone.stdout).toMatch(/Deleted session \w+\.\nSession \w+\n/);
  expect(await titles(gone.cwd)).toEqual(['Another one']);
});

// promise: sessions-9
test('/delete ID deletes another session and stays in this one', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Noted.'] }]);
  const entries = exchangeOf('Which port?', 'It is 8443.');
  await storeSessions(cwd, [{ id: 'old-one', agent: 'assistant', title: 'Old', entries }]);
  const input = 'Hello\n/delete old\nyes\n/delete nope\n';
  const result = await runCli([...args, '-i'], { cwd, input });
  expect(result.stdout).toContain('Deleted session old-one.');
  expect(result.stderr).toContain('There is no session "nope"');
  expect(await titles(cwd)).toEqual(['Hello']);
});

test('a session of another agent is not answered by this one', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['Noted.'] }]);
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(join(cwd, 'agents', 'coder.yaml'), 'name: coder\nsystem_prompt: You write code.\n');
  const entries = exchangeOf('Which port?', 'It is 8443.');
  await storeSessions(cwd, [{ id: 'of-coder', agent: 'coder', title: 'Ports', entries }]);
  const input = '/session of-coder\nHello\n';
  const typed = await runCli([...args, '-i'], { cwd, input });
  expect(typed.stderr).toContain(
    'Session of-coder belongs to the agent "coder", and this chat is with "assistant". Continue it with everlong chat --session of-coder.',
  );
  expect(await titles(cwd)).toEqual(['Hello', 'Ports']);
  const flag = await runCli([...args, 'assistant', '-s', 'of-coder', '-p', 'Hi'], { cwd });
  expect(flag).toMatchObject({ stdout: '', code: 4 });
  expect(flag.stderr).toContain('belongs to the agent "coder"');
  const own = await runCli([...args, '-s', 'of-coder', '-p', 'Hi'], { cwd });
  expect(own.code).toBe(0);
  const [request] = server.requests.slice(-1);
  expect(request && said(request, 'system')).toEqual(['You write code.']);
});

test('in a terminal /delete is asked and answered on it', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Noted.'] }]);
  const { child, shows, result } = startInTerminal(args, { cwd, environment: { TERM: 'xterm' } });
  await shows('/help lists');
  child.stdin?.write('Hello\r');
  await shows('Noted.');
  child.stdin?.write('/delete\r');
  await shows('for good? [y/N]');
  child.stdin?.write('y\r');
  await shows('Deleted session');
  child.stdin?.write('/quit\r');
  expect((await result).code).toBe(0);
  expect(await titles(cwd)).toEqual([]);
});

test.each([
  ['/context all', '/context takes json or clear'],
  ['/new please', '/new takes no argument'],
  ['/clear all', '/clear takes no argument'],
  ['/tokens on', '/tokens takes no argument'],
  ['/rename', '/rename needs an argument: /rename TITLE'],
  ['/session', '/session needs an argument'],
  ['/expand x', '"x" is not the number of an entry'],
  ['/expand 99', 'There is no such entry'],
  ['/history many', 'takes a number of messages'],
  ['/config nonsense 5', 'There is no setting "nonsense"'],
  ['/config agent_max_step 5', 'Did you mean "agent_max_steps"?'],
  ['/config agent_max_steps none', 'agent_max_steps must be a whole number of at least 1'],
  ['/config model openai/gpt-5', 'cannot change during a chat'],
  ['/serach 8443', 'Did you mean "search"?'],
])('%s is an error that says what to do', async (line, words) => {
  const { stderr, requests, code } = await type([line]);
  expect(stderr).toContain(words);
  expect({ requests, code }).toEqual({ requests: 0, code: 0 });
});

// promise: sessions-13
test('/search, /expand and /explain look into the session', async () => {
  const { stdout } = await type(['The port is 8443.', '/search port', '/expand #0', '/explain']);
  expect(stdout).toMatch(/^ {3}0 {2}.*The port is 8443\./m);
  expect(stdout).toMatch(/#0 user, \d{4}-\d\d-\d\dT.*\nThe port is 8443\.\n/);
  expect(stdout).toContain('Request at entry 1\n');
  expect(stdout).toContain('Entry 1 is the answer');
});

test('/fork goes on in a copy and leaves the original as it is', async () => {
  const { stdout, cwd } = await type(['First', 'Second', '/fork 1', 'Third', '/history']);
  const { stdout: listed } = await runCli(['sessions', '--json'], { cwd });
  const sessions = JSON.parse(listed) as { entryCount: number; title?: string }[];
  expect(sessions.map(({ entryCount }) => entryCount)).toEqual([4, 4]);
  expect(stdout.split('Session ')[1]).toMatch(/user: First.*user: Third/s);
  expect(stdout.split('Session ')[1]).not.toContain('Second');
  const next = await runCli(['chat', '-c', '-p', 'On.', '--output', 'json'], { cwd });
  expect(next.code).toBe(0);
});

test('/cost tells what was used; what it costs where prices are known', async () => {
  const usage = { prompt: 1000, completion: 50, cached: 200 };
  const { stdout } = await type(['Hi', '/cost'], [{ text: ['ok'], usage }]);
  expect(stdout).toContain('Spent so far: 1,000 tokens in (200 from the cache), 50 out');
  expect(stdout).toContain('prices of openai-compatible/test-model are not known');
});

test('/cost and /context name calls of which no usage is known', async () => {
  const { stdout } = await type(
    ['Hi', '/cost', '/context'],
    [{ text: ['It ', 'breaks ', 'off'], cutAfter: 2 }],
  );
  const unreported = /0 out, and 1 call of which the provider reported nothing/g;
  expect(stdout.match(unreported)).toHaveLength(2);
});

// promise: context-32
test('/tokens shows the line as documented, and the response’s own tokens', async () => {
  const usage = { prompt: 900, completion: 45 };
  const { stderr } = await type(['/tokens', 'Hi'], [{ text: ['ok'], usage }]);
  expect(stderr).toMatch(
    /tokens: [\d,]+ msgs \+ [\d,]+ tools \| context: [\d,]+ \/ 8,000 \(\d+%\)\nresponse: 45 tokens \(request: 900\)/,
  );
});

// promise: cowagent-18
test('/context counts messages by role, and characters', async () => {
  const { stdout } = await type(['12345', '/context']);
  expect(stdout).toContain('(2 messages stored)');
  expect(stdout).toContain('Roles: user 1, assistant 1\n  Characters: 11\n');
});

// promise: cowagent-4
test('/config changes CowAgent’s three settings, and the session keeps them', async () => {
  const { cwd, args, server } = await setUpChat((_request, index) =>
    index === 0
      ? { text: ['Noted.'] }
      : {
          toolCalls: [{ id: `c${index}`, name: 'history_search', input: { query: 'x' } }],
          usage: { prompt: 10, completion: 5 },
        },
  );
  const lines = ['Hi', '/config agent_max_context_tokens 3k', '/config agent_max_context_turns 7'];
  lines.push('/config agent_max_steps 2', '/context', 'Search on');
  const input = `${lines.join('\n')}\n`;
  const { stdout, stderr } = await runCli([...args, '-i', '--policy', 'cowagent'], { cwd, input });
  expect(stdout).toContain('agent_max_context_tokens = 3000');
  expect(stdout).toMatch(/Turns: 1 \/ 7/);
  expect(stdout).toMatch(/\/ 3,000 \(/);
  expect(stderr).toContain('Stopped after 2 model calls');
  expect(server.requests).toHaveLength(3);
  const again = await runCli(['context', '--json'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({
    inputBudget: 3000,
    triggers: [{ limit: 7 }, { limit: 3000 }],
  });
});

// promise: cowagent-3
test('fifteen model calls are the most that one message leads to', async () => {
  const { stderr, requests } = await type(['Search'], (_request, index) => ({
    toolCalls: [{ id: `c${index}`, name: 'history_search', input: { query: 'x' } }],
    usage: { prompt: 10, completion: 5 },
  }));
  expect(stderr).toContain('Stopped after 15 model calls');
  expect(requests).toBe(15);
});

// promise: sessions-11
test('/export says where the file is, whole', async () => {
  const { stdout, cwd } = await type(['Hi', '/export talk.md']);
  const file = join(cwd, 'talk.md');
  expect(stdout).toContain(`Written to ${file}\n`);
  expect(readFileSync(file, 'utf8')).toContain('# Hi\n');
});

test('/export writes over its own file, and over no other', async () => {
  const { cwd, args } = await setUpChat([{ text: ['ok'] }]);
  writeFileSync(join(cwd, 'notes.md'), '# Mine\n');
  const input = 'Hi\n/export notes.md\n/export talk.md\nAgain\n/export talk.md\n';
  const { stdout, stderr } = await runCli([...args, '-i'], { cwd, input });
  expect(stderr).toContain('notes.md is there already, and is no export of this session.');
  expect(readFileSync(join(cwd, 'notes.md'), 'utf8')).toBe('# Mine\n');
  expect(stdout.match(/^Written to .*talk\.md$/gm)).toHaveLength(2);
  expect(readFileSync(join(cwd, 'talk.md'), 'utf8')).toContain('Again');
});

// promise: cowagent-19
test('/context clear has the model forget, and keeps what was said', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['Noted.'] }]);
  const lines = [
    '/context clear',
    'The port is 8443.',
    '/context clear',
    '/context',
    '/search port',
  ];
  const input = `${[...lines, 'Which port?'].join('\n')}\n`;
  const { stdout } = await runCli([...args, '-i'], { cwd, input });
  expect(stdout).toContain('Nothing to clear: the context is already empty.');
  expect(stdout).toContain('no longer sees what was said so far');
  expect(stdout).toContain('(2 messages stored)');
  expect(stdout).toMatch(/^ {3}0 {2}.*The port is 8443\./m);
  expect(server.requests.map((request) => said(request, 'user'))).toEqual([
    ['The port is 8443.'],
    ['Which port?'],
  ]);
  const next = await runCli([...args, '-c', '-p', 'And now?'], { cwd });
  expect(next.code).toBe(0);
  expect(server.requests.at(-1) && JSON.stringify(server.requests.at(-1)?.body)).not.toContain(
    '8443',
  );
});

test('a chat without messages has none to show or export', async () => {
  const { cwd, args } = await setUpChat([]);
  const input = '/history\n/export\n/export /no/such/folder.md\n';
  const { stdout, stderr, code } = await runCli([...args, '-i'], { cwd, input });
  expect([stdout, code]).toEqual(['There are no messages yet.\n', 0]);
  expect(stderr.match(/There are no messages yet\./g)).toHaveLength(2);
});

test('an export that cannot be written says so', async () => {
  const { cwd, args } = await setUpChat([{ text: ['ok'] }]);
  const input = 'hi\n/export none/a.md\n';
  const { stderr } = await runCli([...args, '-i'], { cwd, input });
  expect(stderr).toMatch(/Cannot write .*none\/a\.md: ENOENT.*Give another path\./);
});

test('a list of sessions fits the terminal, wide characters included', async () => {
  const { cwd } = await setUpChat([]);
  const title = '你好世界'.repeat(15);
  await storeSessions(cwd, [
    { id: 'abcd1111', agent: 'assistant', title, entries: exchangeOf('Hi', 'Noted.') },
  ]);
  const environment = { TERM: 'xterm' };
  const listed = await startInTerminal(['sessions'], { cwd, columns: 70, environment }).result;
  expect(listed.stdout).toMatch(/^ {2}abcd1111 {2}.* {2}2 messages {2}(?:[你好世界]){8,9}…\r\n$/);
  expect((await runCli(['sessions'], { cwd })).stdout).toContain(title);
});

test('a title of several lines is asked about in one', async () => {
  const { cwd, args } = await setUpChat([]);
  const title = 'One\ntwo';
  await storeSessions(cwd, [
    { id: 'abcd1111', agent: 'assistant', title, entries: exchangeOf('Hi', 'Noted.') },
  ]);
  const input = '/delete abcd\n\n/quit\n';
  const { stderr } = await runCli([...args, '-i'], { cwd, input });
  expect(stderr).toContain('Delete session abcd1111 (One two) with 2 messages for good?');
  const exported = await runCli(['sessions', '--export', 'abcd'], { cwd });
  expect(exported.stdout).toMatch(/^# One two\n\nAgent /);
});
