import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startInTerminal } from '../support/spawn-cli.js';
import { storeSessions } from '../support/stored-sessions.js';

/** Window titles, the clipboard, cleared screens, C1 codes, overwritten and reordered text. */
const evil =
  'ev\u001B]0;pwned\u0007il\u001B[2J\u001B]52;c;cm0=\u0007\u009B31m\u009D0;x\u009C' +
  '\rover\b\b\b\u202Edeliver\u2066ed\u0000\u001B[8mhidden\u007F';
const fileName = 'name\u001B]0;x\u0007\u009B\u202E.txt';
const unsafe = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** A folder with a session whose every text is evil, an agent file, and transcripts. */
async function evilFolder(): Promise<string> {
  const cwd = temporaryFolder();
  const call = { toolCallId: 'c1', toolName: `tool${evil}` };
  const content = `The word is ${evil}`;
  await storeSessions(cwd, [
    {
      id: 'aa11',
      agent: 'assistant',
      title: `Title ${evil}`,
      entries: [
        { message: { role: 'user', content } },
        {
          message: {
            role: 'assistant',
            content: [
              { type: 'text', text: content },
              { type: 'tool-call', ...call, input: { path: evil } },
            ],
          },
        },
        {
          message: {
            role: 'tool',
            content: [{ type: 'tool-result', ...call, output: { type: 'text', value: content } }],
          },
        },
      ],
    },
    {
      id: 'aa22',
      agent: 'assistant',
      title: evil,
      entries: [{ message: { role: 'user', content } }],
    },
  ]);
  writeFileSync(
    join(cwd, 'chat.json'),
    JSON.stringify([
      { role: 'user', content },
      { role: 'assistant', content },
    ]),
  );
  writeFileSync(join(cwd, fileName), content.replaceAll('\0', ''));
  return cwd;
}

function expectPlain({ stdout, stderr }: CliResult): void {
  expect(unsafe.exec(stdout)).toBeNull();
  expect(unsafe.exec(stderr)).toBeNull();
}

test.each([
  [['sessions'], 0],
  [['sessions', '--search', 'word'], 0],
  [['sessions', '--export', 'aa11'], 0],
  [['sessions', '--export', evil], 3],
  [['sessions', '--export', 'aa'], 4],
  [['sessions', 'rename', 'aa22', evil], 0],
  [['sessions', 'delete', 'aa22', '--yes'], 0],
  [['history', 'aa11'], 0],
  [['search', 'word'], 0],
  [['search', 'nothing\u001B\u0007\u202E\u009B'], 3],
  [['context', 'aa11'], 0],
  [['context', 'aa11', '--at', '1'], 0],
  [['context', 'aa11', '--policy', evil], 2],
  [['summarize', 'aa11'], 0],
  [['summarize', 'chat.json'], 0],
  [['summarize', evil.replaceAll('\0', '')], 3],
  [['count', fileName, 'chat.json'], 0],
  [['count', `missing${fileName}`], 3],
  [['count', 'chat.json', '--model', evil], 0],
  [['replay', 'chat.json'], 0],
  [['replay', fileName], 1],
  [['models', evil], 3],
  [['cleanup', '--older-than', '1d', '--dry-run'], 0],
  [['config', 'get', evil], 4],
  [['chat', '-p', 'Hi', '-m', evil], 4],
  [['chat', evil.replaceAll('\0', ''), '-p', 'Hi', '-m', 'openai/gpt-5'], 3],
  [[evil], 2],
  [['sessions', `--${evil}`], 2],
] as const)('command line %# writes no control characters', async (args, code) => {
  const result = await runCli(args, { cwd: await evilFolder() });
  expectPlain(result);
  expect(result.code).toBe(code);
});

test.each([
  ['sessions', '--json'],
  ['sessions', '--export', 'aa22', '--json'],
  ['search', 'word', '--json'],
  ['context', 'aa22', '--json'],
  ['context', 'aa22', '--at', '0', '--json'],
  ['summarize', 'aa22', '--json'],
  ['count', 'chat.json', fileName, '--json'],
  ['replay', 'chat.json', '--json'],
])('JSON of command line %# is valid, and holds what was said, escaped', async (...args) => {
  const { stdout } = await runCli(args, { cwd: await evilFolder() });
  expect(unsafe.exec(stdout)).toBeNull();
  expect(() => JSON.parse(stdout) as unknown).not.toThrow();
  if (args[0] === 'sessions') expect(stdout).toContain(String.raw`\u202edeliver`);
});

test('an exported session reads the same as JSON', async () => {
  const cwd = await evilFolder();
  const { stdout } = await runCli(['sessions', '--export', 'aa22', '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ message: { content: `The word is ${evil}` } });
});

test('what a model streams, calls and answers is shown without escape sequences', async () => {
  const { chat } = await setUpChat([
    {
      text: [evil.slice(0, 9), evil.slice(9, 30), evil.slice(30)],
      toolCalls: [{ id: 'c1', name: 'history_search', input: { query: evil } }],
    },
    { text: ['Done.'] },
  ]);
  const streamed = await chat('-p', `Ask ${evil}`);
  expectPlain(streamed);
  expect(streamed).toMatchObject({ code: 0 });
  expect(streamed.stdout).toContain('pwned');
  const events = await chat('-p', 'Again', '--output', 'stream-json');
  expectPlain(events);
});

test('what a provider says in an error is shown without escape sequences', async () => {
  const { chat } = await setUpChat([{ status: 401, body: { error: { message: evil } } }]);
  const failed = await chat('-p', 'Hi');
  expectPlain(failed);
  expect(failed.code).toBe(5);
});

test('slash commands show what is stored without escape sequences', async () => {
  const { cwd, args } = await setUpChat([{ text: [evil] }]);
  const input = [
    `Hi ${evil.replaceAll(/[\r\n]/g, '')}`,
    '/history',
    '/search pwned',
    '/expand 0 1',
  ];
  input.push(
    '/explain',
    '/context',
    `/rename ${evil.replaceAll('\r', '')}`,
    '/sessions',
    '/nope\u001B[2J',
    '/delete',
    'n',
  );
  const result = await runCli([...args, '-i'], { cwd, input: `${input.join('\n')}\n` });
  expectPlain(result);
  expect(result.code).toBe(0);
});

test('in a terminal only our own colours are escape sequences', async () => {
  const cwd = await evilFolder();
  const { result } = startInTerminal(['sessions'], { cwd, environment: { TERM: 'xterm' } });
  const { stdout } = await result;
  expect(stdout).toContain('pwned');
  expect(stdout.replaceAll(/\r\n/g, '\n').replaceAll(/\p{Cc}\[\d+m/gu, '')).not.toMatch(unsafe);
});
