import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { said, setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';

/** A chat with these lines. */
async function chat(lines: readonly string[]) {
  const setUp = await setUpChat([{ text: ['Noted.'] }]);
  const result = await runCli([...setUp.args, '-i'], {
    cwd: setUp.cwd,
    input: `${lines.join('\n')}\n`,
  });
  return { ...setUp, ...result };
}

test('/rewind takes back the last question and its answer', async () => {
  const { stdout, stderr, server } = await chat([
    'My name is Ann.',
    'My port is 8443.',
    '/rewind',
    'What is my port?',
    '/history',
    '/search port',
  ]);
  expect(stdout).toContain('Withdrew 2 entries, from #2 on: epoch 1');
  expect(stderr).toContain('Your message was: My port is 8443.');
  expect(said(turnsOf(server).at(-1)!, 'user')).toEqual(['My name is Ann.', 'What is my port?']);
  // The log keeps it; a search leaves it out.
  expect(stdout.match(/8443/g)).toHaveLength(1);
});

test('what was taken back is marked wherever the log is shown', async () => {
  const { stdout, cwd } = await chat([
    'My name is Ann.',
    'My port is 8443.',
    '/rewind',
    '/history',
    '/expand 2',
    '/explain',
    '/export talk.md',
  ]);
  expect(stdout).toMatch(/^ +1 {2}assistant: Noted\.$/m);
  expect(stdout).toMatch(/^ +2 {2}user \(withdrawn\): My port is 8443\.$/m);
  expect(stdout).toMatch(/^ +3 {2}assistant \(withdrawn\): Noted\.$/m);
  expect(stdout).toContain('#2 user (withdrawn), ');
  expect(stdout).toContain('Request at entry 1');
  const exported = await readFile(join(cwd, 'talk.md'), 'utf8');
  expect(exported).toContain('## User\n\nMy name is Ann.\n');
  expect(exported).toContain('## User (withdrawn)\n\nMy port is 8443.\n');
  const history = await runCli(['history'], { cwd });
  expect(history.stdout).toContain('user (withdrawn): My port is 8443.');
  const [listed] = JSON.parse((await runCli(['sessions', '--json'], { cwd })).stdout) as {
    id: string;
  }[];
  const markdown = await runCli(['sessions', '--export', listed!.id], { cwd });
  expect(markdown.stdout).toContain('## Assistant (withdrawn)');
  const json = await runCli(['sessions', '--export', listed!.id, '--json'], { cwd });
  const lines = json.stdout.trim().split('\n');
  const marks = lines.map((line) => (JSON.parse(line) as { withdrawn?: true }).withdrawn);
  expect(marks).toEqual([undefined, undefined, true, true]);
});

test('/rewind ENTRY keeps all up to that entry, and says when there is nothing to take back', async () => {
  const { stdout, stderr, server } = await chat([
    'one',
    'two',
    'three',
    '/rewind #1',
    '/rewind 1',
    '/rewind x',
    '/rewind 99',
    'four',
  ]);
  expect(stdout).toContain('Withdrew 4 entries, from #2 on: epoch 1');
  expect(stdout).toContain('Nothing to withdraw');
  expect(stderr).toContain('is not the number of an entry');
  expect(stderr).toContain('entries 0 to 5');
  expect(said(turnsOf(server).at(-1)!, 'user')).toEqual(['one', 'four']);
});

test('/context clear withdraws nothing: a search still finds it', async () => {
  const { stdout, server } = await chat([
    'My port is 8443.',
    '/context clear',
    '/search port',
    'And now?',
  ]);
  expect(said(turnsOf(server).at(-1)!, 'user')).toEqual(['And now?']);
  expect(stdout).toContain('8443');
});
