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
