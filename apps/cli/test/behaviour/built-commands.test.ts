import { writeFileSync } from 'node:fs';
import { sampled } from '@everlong/testing';
import { expect, onTestFinished, test } from 'vitest';
import { age } from '../support/age-session.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { spawnCli, startCli, startInTerminal } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';

/**
 * What each command is run with, and what it must print. `serve` never ends and is apart; so is the
 * longest, `demo`: run-demo.test.ts runs the built one and the commands that it names.
 */
const commands: Readonly<Record<string, readonly [args: readonly string[], shows: RegExp]>> = {
  chat: [['-m', 'openai-compatible/x', '-p', 'Which port?'], /^It is 8443\.\n$/],
  replay: [['transcript.jsonl', '--policy', 'newest', '--window', '8000'], /newest/],
  sessions: [[], /old1 +assistant/],
  history: [['old1'], /Which port\?/],
  search: [['8443'], /assistant #1 {2}It is 8443/],
  import: [['transcript.jsonl', '--json'], /"state":"new"/],
  cleanup: [['--dry-run'], /old1/],
  memory: [['write', 'heron', 'port', '4711'], /heron · port · 4711/],
  mcp: [[], /^$/],
  doctor: [[], /All is well/],
  migrate: [['sqlite', '--to', 'copy'], /compared entry by entry/],
  context: [['old1'], /Context Status/],
  summarize: [['old1'], /user: "Which port/],
  count: [['transcript.jsonl'], /tokens/],
  models: [['sonnet-4-5'], /claude-sonnet-4-5/],
  config: [['list'], /context\.policy = everlong/],
  completion: [['bash'], /complete -o default -F _everlong everlong/],
};

async function setUp() {
  const cwd = temporaryFolder();
  const server = await startOpenAiServer([{ text: ['It is 8443.'] }]);
  onTestFinished(() => server.close());
  const entries = exchangeOf('Which port?', 'It is 8443.');
  await storeSessions(cwd, [{ id: 'old1', agent: 'assistant', entries }]);
  age(cwd, 'assistant', 'old1', '2025-01-15');
  const lines = ['Which port?', 'It is 8443.'].map((content, index) =>
    JSON.stringify({ role: index === 0 ? 'user' : 'assistant', content }),
  );
  writeFileSync(`${cwd}/transcript.jsonl`, `${lines.join('\n')}\n`);
  writeFileSync(`${cwd}/everlong.yaml`, `base_url: ${server.url}\n`);
  return cwd;
}

test('every command of the help runs in the built command line', async () => {
  const cwd = await setUp();
  const { stdout: help } = await runCli(['--help'], { cwd });
  const names = [...help.matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name = '']) => name);
  const wanted = names.filter((name) => name !== 'help' && name !== 'everlong');
  expect([...Object.keys(commands), 'serve', 'demo'].toSorted()).toEqual(wanted.toSorted());
  for (const [name, [args, shows]] of Object.entries(commands)) {
    const { stdout, stderr, code } = await spawnCli([name, ...args], { cwd });
    expect({ name, code, stderr }).toMatchObject({ name, code: 0 });
    expect(stdout).toMatch(shows);
  }
  const serving = startCli(['serve', '--port', '0', '--json'], { cwd, open: true });
  await serving.shows('"url"');
  serving.child.kill('SIGTERM');
  await serving.result;
});

const ofCleanup: [string, string, string][] = [
  ['n', 'Nothing was deleted', 'old1'],
  ['y', 'Deleted', 'No sessions.'],
];

test.each(sampled(ofCleanup, 1))('in a terminal cleanup asks; %s', async (answer, words, left) => {
  const cwd = await setUp();
  await answerInTerminal(cwd, ['cleanup'], { answer, words });
  const { stdout, stderr } = await runCli(['sessions'], { cwd });
  expect(stdout + stderr).toContain(left);
});

const ofForget: [string, string, string][] = [
  ['n', 'Nothing was forgotten', 'heron · port'],
  ['y', 'Forgot 0 messages, 1 fact', ''],
];

test.each(sampled(ofForget, 1))(
  'in a terminal memory forget asks; %s',
  async (answer, words, left) => {
    const cwd = await setUp();
    await runCli(['memory', 'write', 'heron', 'port', '4711'], { cwd });
    await answerInTerminal(cwd, ['memory', 'forget', '--entity', 'heron'], { answer, words });
    const { stdout } = await runCli(['memory', 'list'], { cwd });
    expect(stdout.includes('heron · port')).toBe(left !== '');
  },
);

/** Answers the question of a command that deletes, and waits for its end. */
async function answerInTerminal(
  cwd: string,
  command: string[],
  { answer, words }: { answer: string; words: string },
): Promise<void> {
  const running = startInTerminal(command, { cwd, environment: { TERM: 'xterm' } });
  await running.shows('for good? [y/N]');
  running.child.stdin?.write(`${answer}\r`);
  await running.shows(words);
  expect((await running.result).code).toBe(0);
}
