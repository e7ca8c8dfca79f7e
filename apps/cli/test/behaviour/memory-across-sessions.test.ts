import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { said, setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { spawnCli } from '../support/spawn-cli.js';

const today = (): string => new Date().toISOString().slice(0, 10);

/** A chat whose agent remembers: with the built command line, or quicker in this process. */
async function setUp(block = 'memory:\n  enabled: true\n', command = runCli, extracted?: string) {
  const { cwd, args, server } = await setUpChat((request) =>
    request.body.stream === true
      ? { text: ['Noted.', ' All is well and in its place.'.repeat(40)] }
      : { text: [extracted ?? '## Key Decisions\n- Colours\n\n## Current State\n- Talking\n'] },
  );
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(join(cwd, 'agents', 'helper.yaml'), `name: helper\n${block}`);
  const run = (...more: string[]) => command(more, { cwd });
  const [chat = '', ...options] = args;
  const chatOnce = (text: string) => command([chat, 'helper', ...options, '-p', text], { cwd });
  return {
    cwd,
    run,
    chatOnce,
    /** Says each line in one session, and what a slash command asks for. */
    async talk(...lines: string[]) {
      const input = `${[...lines, '/quit'].join('\n')}\n`;
      const result = await command([chat, 'helper', ...options, '-i'], { cwd, input });
      expect(result.code).toBe(0);
      return result.stdout;
    },
    /** What is sent for a message that begins a session. */
    async sent(text: string): Promise<string> {
      const { code, stderr } = await chatOnce(text);
      expect([code, stderr]).toEqual([0, '']);
      const request = turnsOf(server).at(-1);
      return request === undefined ? '' : said(request, 'user').join('\n');
    },
    async firstSession(): Promise<string> {
      const { stdout } = await run('sessions', '--json');
      return (JSON.parse(stdout) as { id: string }[]).at(-1)?.id ?? '';
    },
  };
}

const QUESTION = 'Which database did we decide on, which port has heron, and do I like tabs?';

function expectLearned(text: string, session: string): void {
  expect(text).toContain('I prefer tabs');
  expect(text).toMatch(/4711.*\d{4}-\d\d-\d\d|\d{4}-\d\d-\d\d.*4711/);
  expect(text).toContain(`session ${session}`);
  expect(text).toContain(today());
  expect(text).toContain('we decided to use Postgres instead of MySQL');
}

const TALK = [
  'I prefer tabs over spaces.',
  'The port of heron is 4711.',
  'We decided to use MySQL for the database.',
  'Actually, we decided to use Postgres instead of MySQL.',
];

// promise: sessions-16
test('a later session uses what an earlier one learned, with date and source', async () => {
  const { talk, sent, firstSession } = await setUp();
  await talk(...TALK);
  const first = await firstSession();
  const text = await sent(QUESTION);
  expectLearned(text, first);
});

// promise: cowagent-8
test('also with the built program and after the first session was compacted, which leaves a note of the day', async () => {
  const { cwd, talk, sent, run } = await setUp(undefined, spawnCli);
  const more = Array.from({ length: 4 }, (_, turn) => `Colour ${turn} is colour ${turn}.`);
  expect(await talk(...TALK, ...more, '/compact')).toMatch(/Compacted to epoch \d/);
  const [first = ''] = globSync('*.jsonl', { cwd: join(cwd, '.everlong/sessions/helper') })
    .filter((name) => !name.endsWith('_records.jsonl'))
    .map((name) => name.replace('.jsonl', ''));
  expectLearned(await sent(QUESTION), first);
  const note = readFileSync(join(cwd, `.everlong/memory/helper/${today()}.md`), 'utf8');
  expect(note).toContain(`Session ${first}`);
  expect(note).toContain('### Key Decisions');
  writeFileSync(join(cwd, '.everlong/memory/helper/MEMORY.md'), '- The mascot is a stoat.\n');
  const found = await run('memory', 'search', 'mascot', '--agent', 'helper');
  expect(found.stdout).toContain('The mascot is a stoat.');
});

test('MEMORY.md is recalled', async () => {
  const { cwd, sent } = await setUp();
  mkdirSync(join(cwd, '.everlong/memory/helper'), { recursive: true });
  writeFileSync(join(cwd, '.everlong/memory/helper/MEMORY.md'), '- The mascot is a stoat.\n');
  expect(await sent('Who is the mascot?')).toContain('The mascot is a stoat.');
});

test('memory.model: session has the model of the chat extract facts', async () => {
  const proposed = {
    message: 0,
    quote: 'at the harbour office',
    subject: 'user',
    predicate: 'office',
    object: 'harbour office',
    negated: false,
  };
  const { talk, run } = await setUp(
    'memory:\n  enabled: true\n  model: session\n  extraction_threshold: 1\n',
    runCli,
    JSON.stringify([proposed]),
  );
  await talk('As of spring we are at the harbour office.', '/memory');
  const { stdout } = await run('memory', 'list', '--agent', 'helper');
  expect(stdout).toContain('harbour office');
});

test('a model of memory.model that refuses its key is named once, and the chat goes on', async () => {
  const { cwd, args } = await setUpChat((request) =>
    request.body.stream === true
      ? { text: ['Noted.'] }
      : { status: 401, body: { error: { message: 'Incorrect API key provided.' } } },
  );
  mkdirSync(join(cwd, 'agents'));
  const block = 'memory: { enabled: true, model: session, extraction_threshold: 1 }';
  writeFileSync(join(cwd, 'agents', 'helper.yaml'), `name: helper\n${block}\n`);
  const [chat = '', ...options] = args;
  const input = ['I live in Leipzig.', 'The port is 8443.', '/compact', '/quit'].join('\n');
  const { stderr, code } = await runCli([chat, 'helper', ...options, '-i'], { cwd, input });
  const told =
    'The model openai-compatible/test-model of memory.model failed, so no facts are extracted, ' +
    'and messages wait until it answers: Incorrect API key provided.\n';
  expect(stderr.split(told)).toHaveLength(2);
  expect(code).toBe(0);
  const found = await runCli(['memory', 'search', 'Leipzig', '--agent', 'helper'], { cwd });
  expect(found.stdout).toContain('I live in Leipzig.');
});

test('a model of memory.model without a key is named, and the chat goes on without memory', async () => {
  const { chatOnce, run } = await setUp('memory: { enabled: true, model: openai/gpt-5 }\n');
  const { stderr, code } = await chatOnce('Hello?');
  expect(stderr).toContain(
    'Continuing without memory: The model of memory.model cannot be used. There is no key for openai',
  );
  expect(code).toBe(0);
  const sync = await run('memory', 'sync', '--agent', 'helper');
  expect(sync.stderr).toContain('error: The model of memory.model cannot be used. There is no key');
  expect(sync.code).toBe(4);
});

test('a process that is killed between append and observe loses nothing', async () => {
  const { cwd, sent } = await setUp();
  const script = fileURLToPath(new URL('../support/killed-before-observe.ts', import.meta.url));
  const killed = spawnSync(process.execPath, [script, cwd], { encoding: 'utf8' });
  expect([killed.signal, killed.stderr]).toEqual(['SIGKILL', '']);
  expect(globSync('.everlong/sessions/helper/*.jsonl', { cwd })).not.toEqual([]);
  const text = await sent('Which port has heron?');
  expect(text).toContain('4711');
  expect(text).toContain('session killed');
});

test('a damaged session does not stop the chat, which says what memory may lack', async () => {
  const { cwd, chatOnce } = await setUp();
  const script = fileURLToPath(new URL('../support/killed-before-observe.ts', import.meta.url));
  spawnSync(process.execPath, [script, cwd]);
  appendFileSync(join(cwd, '.everlong/sessions/helper/killed.jsonl'), '{"seq":\n');
  const { code, stderr } = await chatOnce('Hello?');
  expect(code).toBe(0);
  expect(stderr).toMatch(/may lack parts of earlier sessions: .*killed\.jsonl:\d/);
});

// promise: sessions-15
test('auto_extract: false stops extraction, and the tools go on', async () => {
  const { talk, sent, run } = await setUp('memory:\n  enabled: true\n  auto_extract: false\n');
  await talk('The port of heron is 4711.');
  expect((await run('memory', 'list', '--agent', 'helper')).stdout).toBe('');
  expect(await sent('Which port has heron?')).toContain('user, session');
  await run('memory', 'write', 'gull', 'port', '4712', '--agent', 'helper');
  expect(await sent('Which port has gull?')).toContain('4712');
});

test('/memory shows what is remembered; a deleted session is forgotten', async () => {
  const { talk, run, firstSession, cwd } = await setUp();
  await run('memory', 'write', 'gull', 'port', '4712', '--agent', 'helper');
  expect(await talk(...TALK, '/memory', '/memory gull', '/memory heron')).toMatch(
    /port · 4712[^]*\ngull\n.*port · 4712[^]*The port of heron is 4711/i,
  );
  await run('memory', 'forget', '--entity', 'gull', '--yes', '--agent', 'helper');
  await run('sessions', 'delete', await firstSession(), '--yes');
  expect((await run('memory', 'list', '--agent', 'helper', '--past')).stdout).toBe('');
  const files = globSync('.everlong/memory/**', { cwd, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
  expect(texts.join('')).not.toContain('4711');
});

test('everlong context counts the tools of memory, as the chat does, and changes nothing', async () => {
  const { talk, run, cwd } = await setUp();
  const toolsIn = (text: string) => text.match(/^.*\btools\b.*$/gim);
  const inChat = toolsIn(await talk('The port of heron is 4711.', '/context'));
  const files = (): string[] => globSync('.everlong/**', { cwd }).toSorted();
  const before = files();
  const { stdout } = await run('context');
  expect(toolsIn(stdout)).toEqual(inChat);
  expect(stdout).not.toContain('the tools changed');
  expect(files()).toEqual(before);
});

test('/memory cuts long messages', async () => {
  const { talk } = await setUp();
  const shown = await talk(`The heron ${'flies over the lake '.repeat(100)}`, '/memory flies lake');
  const lines = shown.split('\n').filter((line) => line.includes('flies over'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^.{100,200}…$/);
});

// promise: sessions-15
test('an agent whose file does not ask for memory has none', async () => {
  const { cwd, talk, sent } = await setUp('');
  await talk(...TALK);
  expect(await sent('Which port has heron?')).not.toContain('4711');
  expect(globSync('.everlong/memory/**', { cwd })).toEqual([]);
});
