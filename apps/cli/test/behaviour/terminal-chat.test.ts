import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { startCli, startInTerminal } from '../support/spawn-cli.js';

const answer = '# Ports\n\n- **staging** listens on port 8443, as it is written in its settings\n';

async function open(environment: Record<string, string>, columns = 50) {
  const { cwd, args } = await setUpChat([{ text: Array.from(answer), chunkDelayMs: 5 }]);
  const running = startInTerminal(args, { cwd, environment, columns });
  await running.shows('/help lists');
  return { ...running, type: (text: string) => running.child.stdin?.write(text) };
}

test('Tab completes commands, as far as they are alike', async () => {
  const { type, shows, result } = await open({ TERM: 'xterm' });
  type('/toke\t');
  await shows('/tokens');
  type('\r');
  await shows('Token line: on');
  type('/rew\t');
  await shows('/rewind ');
  type('\u0015/sess\t');
  await shows('/session');
  type('\u0015no command\t');
  type('\r');
  await shows('settings\r\n');
  type('/qu\t');
  await shows('/quit');
  type('\r');
  expect((await result).code).toBe(0);
});

test('an answer is rendered, wrapped at words, with a spinner before it', async () => {
  const { type, shows, result } = await open({ TERM: 'xterm' });
  type('Which port?\r');
  await shows('settings\r\n');
  type('/quit\r');
  const { stdout } = await result;
  expect(stdout).toContain('⠋ thinking');
  expect(stdout).toContain('\u001B[1mPorts\u001B[22m');
  expect(stripVTControlCharacters(stdout)).toContain(
    '• staging listens on port 8443, as it is written\r\n  in its settings\r\n',
  );
});

test('with NO_COLOR it has its marks and no colours', async () => {
  const { type, shows, result } = await open({ TERM: 'xterm', NO_COLOR: '1' });
  type('Which port?\r');
  await shows('settings\r\n');
  type('/quit\r');
  const { stdout } = await result;
  expect(stdout).toContain('• **staging** listens on port 8443, as it is\r\n');
  // oxlint-disable-next-line no-control-regex -- the codes of a terminal
  expect(stdout).not.toMatch(/\u001B\[\d+m/);
});

test('piped, an answer is the text of the model and nothing else', async () => {
  const { cwd, args } = await setUpChat([{ text: [answer] }]);
  const { stdout, stderr } = await startCli([...args, '-p', 'Which port?'], { cwd }).result;
  expect(stdout.trimEnd()).toBe(answer.trimEnd());
  expect(stderr).not.toContain('thinking');
});
