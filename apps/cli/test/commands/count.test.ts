import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { createTokenizer } from '@everlong/tokenizer';
import { expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startCli } from '../support/spawn-cli.js';

const chat = [
  { role: 'user', content: 'Which port?' },
  { role: 'assistant', content: 'It is 8443.' },
];

/** A folder with a text, a transcript, and what is neither; and the command line in it. */
function folder() {
  const cwd = temporaryFolder();
  writeFileSync(`${cwd}/notes.md`, 'hello world');
  writeFileSync(`${cwd}/chat.json`, JSON.stringify(chat));
  writeFileSync(`${cwd}/notes.md.gz`, gzipSync('hello world'));
  writeFileSync(`${cwd}/empty.txt`, '');
  writeFileSync(`${cwd}/picture.png`, Buffer.from([0x89, 0x50, 0, 0]));
  mkdirSync(`${cwd}/sub`);
  return (args: readonly string[], input?: string) =>
    runCli(['count', ...args], { cwd, ...(input === undefined ? {} : { input }) });
}

test('files are counted: text as it is, a transcript as messages, and all together', async () => {
  const count = folder();
  const tokenizer = await createTokenizer({ model: 'gpt-5' });
  const inChat = tokenizer.countMessages(chat as Parameters<typeof tokenizer.countMessages>[0]);
  const { stdout, code } = await count(['notes.md', 'chat.json', '--model', 'gpt-5', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    model: 'gpt-5',
    tokenizer: 'o200k_base',
    source: 'exact',
    files: [
      { file: 'notes.md', tokens: 2, format: 'text' },
      { file: 'chat.json', tokens: inChat, format: expect.any(String), messages: 2 },
    ],
    total: 2 + inChat,
  });
  const text = await count(['notes.md.gz', 'empty.txt']);
  expect(text.stdout).toBe(
    '2 tokens, exact in o200k_base  notes.md.gz\n0 tokens, exact in o200k_base  empty.txt\n2 tokens, exact in o200k_base  total\n',
  );
});

test('stdin is counted, and an estimate says that it is one', async () => {
  const count = folder();
  expect(await count([], 'hello world')).toEqual({
    stdout: '2 tokens, exact in o200k_base  -\n',
    stderr: '',
    code: 0,
  });
  const { stdout } = await count(['-', '--model', 'claude-sonnet-4-5'], 'hello world');
  expect(stdout).toMatch(/^\d tokens, estimated for claude-sonnet-4-5 {2}-\n$/);
});

test('what cannot be counted is named, the rest is counted all the same', async () => {
  const count = folder();
  const missing = await count(['nope.md', 'notes.md']);
  expect(missing).toMatchObject({ code: 3, stdout: '2 tokens, exact in o200k_base  notes.md\n' });
  expect(missing.stderr).toContain('There is no file "nope.md"');
  expect((await count(['sub'])).stderr).toContain('"sub" is a directory');
  expect((await count(['picture.png'])).stderr).toContain('"picture.png" is a binary file');
  expect((await count(['nope.md', 'sub'])).code).toBe(1);
});

test('a name that nobody knows is said to be unknown', async () => {
  const count = folder();
  const model = await count(['notes.md', '--model', 'gtp-5']);
  expect(model).toMatchObject({ code: 4, stdout: '' });
  expect(model.stderr).toMatch(/"gtp-5" is not known.*Did you mean "gpt-5"\?/);
  const unknown = await count(['notes.md', '--model', 'qwen3']);
  expect(unknown).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('estimated') as string,
  });
  expect(unknown.stderr).toContain('"qwen3" is not known');
  expect(await count(['notes.md', '--encoding', 'o201k'])).toMatchObject({ code: 4, stdout: '' });
  expect(await count(['notes.md', '--modle', 'gpt-5'])).toMatchObject({ code: 2, stdout: '' });
});

test('a long text is counted in pieces, with characters cut anywhere', async () => {
  const cwd = temporaryFolder();
  const text = 'Größe 例えば 🙂 12345, '.repeat(60_000);
  writeFileSync(`${cwd}/long.txt`, text);
  const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
  const { stdout } = await runCli(['count', 'long.txt', '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ total: tokenizer.count(text) });
});

test('a pipe is read like a file, packed or not, and a broken archive is named', async () => {
  const cwd = temporaryFolder();
  execFileSync('mkfifo', [`${cwd}/pipe`]);
  const counting = runCli(['count', 'pipe'], { cwd });
  await writeFile(`${cwd}/pipe`, 'hello world');
  expect(await counting).toMatchObject({
    stdout: '2 tokens, exact in o200k_base  pipe\n',
    code: 0,
  });
  const packed = gzipSync('hello world');
  writeFileSync(`${cwd}/broken.gz`, packed.subarray(0, 16));
  const broken = await runCli(['count', 'broken.gz'], { cwd });
  expect(broken).toMatchObject({ stdout: '', code: 1 });
  expect(broken.stderr).toContain('"broken.gz": the gzip data ends too early. Copy or download');
});

test('an archive that unpacks to a hundred times its size is refused, soon', async () => {
  const cwd = temporaryFolder();
  writeFileSync(`${cwd}/bomb.gz`, gzipSync(Buffer.alloc(16 * 2 ** 20, ' ')));
  const { stdout, stderr, code } = await runCli(['count', 'bomb.gz'], { cwd });
  expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  expect(stderr).toContain('"bomb.gz" unpacks to more than 100 times its size');
  writeFileSync(`${cwd}/log.gz`, gzipSync('GET /index.html 200\n'.repeat(4_000)));
  expect(await runCli(['count', 'log.gz'], { cwd })).toMatchObject({ code: 0 });
});

test('a transcript says whose it is', async () => {
  const cwd = temporaryFolder();
  const lines = [
    { type: 'user', uuid: '1', message: { role: 'user', content: 'Hi' } },
    {
      type: 'assistant',
      uuid: '2',
      message: {
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'Yo' }],
      },
    },
  ];
  const about = {
    sessionId: 's',
    version: '2.0.0',
    cwd: '/',
    timestamp: '2026-01-01T00:00:00.000Z',
  };
  const text = lines
    .map((line) => JSON.stringify({ ...line, ...about, parentUuid: null }))
    .join('\n');
  writeFileSync(`${cwd}/session.jsonl`, `${text}\n`);
  const { stdout } = await runCli(['count', 'session.jsonl'], { cwd });
  expect(stdout).toMatch(
    /exact in o200k_base {2}session\.jsonl {2}\(2 messages with claude-sonnet-4-5, /,
  );
});

test('Ctrl-C ends it with 130', async () => {
  const cwd = temporaryFolder();
  const { child, result } = startCli(['count'], { cwd, open: true });
  const { stdin } = child;
  // More than a pipe holds: it is taken only by a command that reads it.
  await new Promise((resolve) => stdin?.write('hello '.repeat(500_000), resolve));
  child.kill('SIGINT');
  expect(await result).toMatchObject({ stdout: '', code: 130 });
});

test('text that is not UTF-8 is told, since its count is that of what stands for it', async () => {
  const cwd = temporaryFolder();
  const long = 'x'.repeat(70_000);
  writeFileSync(`${cwd}/latin1.txt`, Buffer.from(`${long} caf\u00E9 cr\u00E8me`, 'latin1'));
  writeFileSync(`${cwd}/cut.txt`, Buffer.from('caf\u00E9').subarray(0, 4));
  writeFileSync(`${cwd}/both.txt`, Buffer.from([...Buffer.from('\uFFFD caf'), 0xe9]));
  // The replacement character itself, also where two chunks of a file meet.
  for (let shift = 0; shift < 3; shift++) {
    writeFileSync(`${cwd}/fine${shift}.txt`, `${'x'.repeat(65_536 - shift)}\uFFFD caf\u00E9`);
  }
  const count = async (file: string) => runCli(['count', file], { cwd });
  for (const file of ['latin1.txt', 'cut.txt', 'both.txt']) {
    const { stderr, stdout, code } = await count(file);
    expect(stderr).toContain(`warning: "${file}" is not UTF-8`);
    expect(stdout).toContain(file);
    expect(code).toBe(0);
  }
  for (const file of ['fine0.txt', 'fine1.txt', 'fine2.txt']) {
    expect((await count(file)).stderr).toBe('');
  }
});
