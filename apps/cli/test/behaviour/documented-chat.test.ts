import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { said, setUpChat, turnsOf } from '../support/chat-setup.js';
import { writeDocumentedAgent } from '../support/documented-agent.js';
import { runCli } from '../support/run-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';

/** The paths of the files that hold sessions, from the folder of all sessions on. */
function sessionFiles(cwd: string): string[] {
  return globSync('**/*.jsonl', { cwd: join(cwd, '.everlong/sessions') }).filter(
    (path) => !path.endsWith('_records.jsonl'),
  );
}

// promise: sessions-1, sessions-3, sessions-4, sessions-19
test('a chat begins a session with a short id, and its file has the documented lines', async () => {
  const { cwd, chat } = await setUpChat((_request, index) =>
    index === 0
      ? { toolCalls: [{ id: 'call_abc', name: 'history_search', input: { query: 'port' } }] }
      : { text: ['I found ', 'nothing.'] },
  );
  expect((await chat('-p', 'Search for the port')).code).toBe(0);
  const [path = '', ...others] = sessionFiles(cwd);
  expect(others).toEqual([]);
  expect(path).toMatch(/^assistant\/[\da-f]{8}\.jsonl$/);
  const lines = readFileSync(join(cwd, '.everlong/sessions', path), 'utf8')
    .trim()
    .split('\n');
  const messages = lines
    .map((line) => JSON.parse(line) as { type: string })
    .filter(({ type }) => type !== 'meta');
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  expect(messages).toMatchObject([
    { type: 'user', content: 'Search for the port', timestamp },
    {
      type: 'assistant',
      tool_calls: [{ id: 'call_abc', function: { name: 'history_search' } }],
      timestamp,
    },
    { type: 'tool_result', tool_call_id: 'call_abc', name: 'history_search', timestamp },
    { type: 'assistant', content: 'I found nothing.', timestamp },
  ]);
});

// promise: context-33
test('/summarize makes a summary before any threshold is met', async () => {
  const { cwd, args, server } = await setUpChat((request) =>
    request.body.stream === true
      ? { text: ['Noted.'] }
      : { text: ['## Key Decisions\n- Colours\n\n## Current State\n- Talking\n'] },
  );
  writeDocumentedAgent(cwd);
  const talk = Array.from({ length: 9 }, (_, turn) => `Colour ${turn} is colour ${turn}.`);
  const input = `${[...talk, '/context', '/summarize', '/context', '/quit'].join('\n')}\n`;
  const { stdout } = await runCli([...args, 'myagent', '-i'], { cwd, input });
  expect(stdout).toContain('Messages: 18 / 30 (60%)');
  expect(stdout).toContain('Compacted to epoch 1');
  expect(stdout).toMatch(/Last summary: 12 messages -> \d+ tokens/);
  const [path = ''] = sessionFiles(cwd);
  const summary = join(cwd, '.everlong/sessions', path.replace('.jsonl', '_summary.json'));
  expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({
    content: expect.stringContaining('## Current State') as string,
    messages_summarized: 12,
    last_message_idx: 11,
  });
  expect(server.requests.length).toBeGreaterThan(talk.length);
});

// promise: sessions-14
test('a summary is made when a turn is complete: /quit leaves it, and the next question does not wait', async () => {
  const { cwd, args, server } = await setUpChat((request) =>
    turnsOf({ requests: [request] }).length === 1
      ? { text: ['Noted.'] }
      : { text: ['## Key Decisions\n- Colours\n\n## Current State\n- Talking\n'] },
  );
  writeDocumentedAgent(cwd);
  const talk = Array.from({ length: 15 }, (_, turn) => `Colour ${turn} is colour ${turn}.`);
  const chat = [...args, 'myagent'];
  const input = `${[...talk, '/quit'].join('\n')}\n`;
  expect((await runCli([...chat, '-i'], { cwd, input })).code).toBe(0);
  const [path = ''] = sessionFiles(cwd);
  const summary = join(cwd, '.everlong/sessions', path.replace('.jsonl', '_summary.json'));
  expect(JSON.parse(readFileSync(summary, 'utf8'))).toMatchObject({ messages_summarized: 24 });

  const before = server.requests.length;
  expect((await runCli([...chat, '-c', '-p', 'And now?'], { cwd })).code).toBe(0);
  expect(
    server.requests
      .slice(before)
      .flatMap((each) => said(each, 'user'))
      .at(-1),
  ).toBe('And now?');
  expect(server.requests).toHaveLength(before + 1);
});

test('every compaction is told, those made in the background and at the end too', async () => {
  const { cwd, args } = await setUpChat((request) =>
    turnsOf({ requests: [request] }).length === 1
      ? { text: ['word '.repeat(600)] }
      : { text: ['## Key Decisions\n- Colours\n\n## Current State\n- Talking\n'] },
  );
  const talk = Array.from({ length: 20 }, (_, turn) => `Colour ${turn}`);
  talk.splice(7, 0, '/context');
  talk.splice(4, 0, '/summarize');
  const input = `${talk.join('\n')}\n`;
  const { stdout, stderr } = await runCli([...args, '--window', '4000', '-i'], { cwd, input });
  const told = [...stderr.matchAll(/compaction: epoch (\d+) -> (\d+)/g)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to),
  }));
  const byHand = Number(/Compacted to epoch (\d+)/.exec(stdout)?.[1]);
  const all = [...told, { from: byHand - 1, to: byHand }].toSorted((a, b) => a.from - b.from);
  expect(all.map(({ from }) => from)).toEqual([0, ...all.slice(0, -1).map(({ to }) => to)]);
  const { stdout: gauge } = await runCli(['context', '--json'], { cwd });
  expect(JSON.parse(gauge)).toMatchObject({ epoch: all.at(-1)?.to });
  expect(all.length).toBeGreaterThan(10);
});

// promise: context-3, context-4, context-6
test.each([100, 4000])(
  'an agent file as printed makes a snapshot before the 31st message: answers of %i characters',
  async (characters) => {
    const { cwd, args, server } = await setUpChat((request) =>
      turnsOf({ requests: [request] }).length === 1
        ? { text: ['word '.repeat(characters / 5)] }
        : { text: ['## Key Decisions\n- Colours\n\n## Current State\n- Talking\n'] },
    );
    writeDocumentedAgent(cwd);
    const talk = Array.from({ length: 18 }, (_, turn) => [`Colour ${turn}`, '/context']).flat();
    const input = `${talk.join('\n')}\n`;
    const chat = [...args, '--window', '200k', 'myagent', '-i'];
    const { stdout } = await runCli(chat, { cwd, input });
    const requests = turnsOf(server).map((each) => said(each, 'user'));
    expect(requests.map(([first]) => first?.includes('## Current State'))).toEqual(
      requests.map((_, turn) => turn >= 15),
    );
    expect(requests.map((texts) => texts.length).slice(13)).toEqual([14, 15, 5, 6, 7]);
    const shown = [...stdout.matchAll(/Messages: (\d+) \/ 30 \((\d+)%\)/g)];
    expect(shown.map(([, messages]) => Number(messages)).slice(0, 14)).toEqual(
      Array.from({ length: 14 }, (_, turn) => 2 * turn + 2),
    );
    expect(Math.max(...shown.map(([, , percent]) => Number(percent)))).toBeLessThanOrEqual(100);
  },
);

// promise: sessions-3
test('an image goes with a message, and is kept in the media folder of the session', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['A dot.'] }]);
  const header = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwC';
  const dot = Buffer.concat([Buffer.from(header, 'base64'), Buffer.alloc(20_000, 7)]);
  writeFileSync(join(cwd, 'dot.png'), dot);
  writeFileSync(join(cwd, 'dot.txt'), 'a dot');
  const asked = await runCli([...args, '-p', 'What is it?', '--image', 'dot.png'], { cwd });
  expect(asked).toMatchObject({ stdout: 'A dot.\n', code: 0 });
  const input = '/image dot.txt\n/image no.png\n/image dot.png\nAnd this?\nAnd now?\n';
  const { stdout, stderr } = await runCli([...args, '-c', '-i'], { cwd, input });
  expect(stdout).toContain('dot.png goes with the next message.');
  expect(stderr).toContain('dot.txt is no image. Give a PNG, JPEG, GIF or WebP file.');
  expect(stderr).toContain('Cannot read the image no.png: there is no such file.');
  const image = `data:image/png;base64,${dot.toString('base64')}`;
  const last = server.requests.at(-1)?.body.messages.filter(({ role }) => role === 'user');
  expect(last?.map(({ content }) => content)).toMatchObject([
    [{ image_url: { url: image } }, { text: 'What is it?' }],
    [{ image_url: { url: image } }, { text: 'And this?' }],
    'And now?',
  ]);
  const media = globSync('*/*_media/*.png', { cwd: join(cwd, '.everlong/sessions') });
  expect(media.map((path) => readFileSync(join(cwd, '.everlong/sessions', path)))).toEqual([dot]);
});

// promise: sessions-6
test('--session goes on with a session by the start of its id', async () => {
  const { cwd, chat, server } = await setUpChat([{ text: ['8443.'] }]);
  const entries = exchangeOf('The port is 8443.', 'Noted.');
  await storeSessions(cwd, [{ id: '1a2b3c4d', agent: 'assistant', entries }]);
  expect((await chat('-p', 'Which port?', '--session', '1a2b')).stdout).toBe('8443.\n');
  const [request] = server.requests;
  expect(request && said(request, 'user')).toEqual(['The port is 8443.', 'Which port?']);
  expect(sessionFiles(cwd).map((path) => basename(path))).toEqual(['1a2b3c4d.jsonl']);
});

// promise: sessions-12
test('/history shows the last ten messages, or as many as asked for', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Noted.'] }]);
  const talk = Array.from({ length: 7 }, (_, turn) => `Word ${turn}`);
  const input = `${[...talk, '/history', '/new', ...talk, '/history 3'].join('\n')}\n`;
  const { stdout } = await runCli([...args, '-i'], { cwd, input });
  const [ten = '', three = ''] = stdout.split('Session ');
  expect(ten.match(/^ +\d+ {2}\w+: .*$/gm)?.map((line) => line.trim())).toEqual(
    talk
      .slice(2)
      .flatMap((word, turn) => [
        `${2 * turn + 4}  user: ${word}`,
        `${2 * turn + 5}  assistant: Noted.`,
      ]),
  );
  expect(three.match(/^ +\d+ {2}\w+: .*$/gm)).toHaveLength(3);
});

// promise: cowagent-16
test('a chat with policy cowagent goes on with the texts of its last three turns', async () => {
  const { cwd, chat, server } = await setUpChat([{ text: ['8443.'] }]);
  const talk = Array.from({ length: 6 }, (_, turn) =>
    exchangeOf(`Question ${turn}`, `Answer ${turn}`),
  );
  await storeSessions(cwd, [{ id: '1a2b3c4d', agent: 'assistant', entries: talk.flat() }]);
  expect((await chat('-c', '-p', 'Which port?', '--policy', 'cowagent')).code).toBe(0);
  const [request] = server.requests;
  expect(request && said(request, 'user')).toEqual([
    'Question 3',
    'Question 4',
    'Question 5',
    'Which port?',
  ]);
  expect((await runCli(['history', '--last', '14'], { cwd })).stdout).toContain('Question 0');
});
