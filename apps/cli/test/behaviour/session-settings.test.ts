import { mkdirSync, readFileSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpChat, turnsOf } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';

interface Gauge {
  window: number;
  inputBudget: number;
  used: object;
  ratio: number;
  willCompact: boolean;
  next: { action: string };
}

/** The gauge that a line of JSON in some output is. */
function gaugeIn(stdout: string): Gauge {
  const line = stdout.split('\n').find((each) => each.startsWith('{'));
  const { window, inputBudget, used, ratio, willCompact, next } = JSON.parse(line ?? '') as Gauge;
  return { window, inputBudget, used, ratio, willCompact, next };
}

test('a session goes on with its model, address, window and policy', async () => {
  const { cwd, chat, server } = await setUpChat([{ text: ['One.'] }, { text: ['Two.'] }]);
  await chat('-p', 'First.', '--policy', 'supyagent');
  const next = await runCli(['chat', '-c', '-p', 'Second.', '--output', 'json'], { cwd });
  expect(next.code).toBe(0);
  expect(JSON.parse(next.stdout)).toMatchObject({
    status: 'done',
    context: { window: 8000, triggers: [{ name: 'messages', limit: 30 }, { name: 'tokens' }] },
  });
  expect(server.requests.map(({ body }) => body.model)).toEqual(['test-model', 'test-model']);
});

test('`context` tells what the chat told, and so does the next chat', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Fine.'] }]);
  const input = 'How are you?\n/context json\n';
  const talk = await runCli([...args, '-i', '--policy', 'missy'], { cwd, input });
  const inChat = gaugeIn(talk.stdout);
  expect(inChat).toMatchObject({ window: 8000, next: { action: 'keep' } });
  const outside = await runCli(['context', '--json'], { cwd });
  expect(gaugeIn(outside.stdout)).toEqual(inChat);
  const again = await runCli(['chat', '-c', '-i'], { cwd, input: '/context json\n' });
  expect(gaugeIn(again.stdout)).toEqual(inChat);
  const text = await runCli(['context'], { cwd });
  expect(text.stdout).toContain('Will compact next turn: no');
});

test('`context` agrees for an agent with a file, and for a known model', async () => {
  const { cwd, server } = await setUpChat([{ text: ['Fine.'] }]);
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(
    join(cwd, 'agents', 'local.yaml'),
    `name: local\nsystem_prompt: Be brief.\nmodel:\n  provider: openai-compatible/gpt-5\n` +
      `  base_url: ${server.url}\ncontext:\n  window: 9000\n`,
  );
  const input = 'How are you?\n/context json\n';
  const talk = await runCli(['chat', 'local', '-i'], { cwd, input });
  const outside = await runCli(['context', '--json'], { cwd });
  expect(gaugeIn(outside.stdout)).toEqual(gaugeIn(talk.stdout));
  expect(gaugeIn(outside.stdout)).toMatchObject({ window: 9000, willCompact: false });
});

test('the demo’s session is told as it was left', async () => {
  const { cwd } = await setUpChat([]);
  for (let file = 0; file < 5; file++) {
    writeFileSync(join(cwd, `part${file}.txt`), `port${file}: ${48_000 + file}\n`.repeat(60));
  }
  const demo = await runCli(['demo', '--window', '4000', '--steps', '20', '--json'], { cwd });
  const { session } = JSON.parse(demo.stdout) as { session: { id: string } };
  const { stdout, code } = await runCli(['context', session.id], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('Context limit: 4,000 tokens');
  expect(stdout).not.toMatch(/the (instructions|model|tools) changed/);
});

test('another model leaves the address and the window of the first behind', async () => {
  const { cwd, chat } = await setUpChat([{ text: ['One.'] }]);
  await chat('-p', 'First.');
  const other = await runCli(['chat', '-c', '-p', 'Hi', '-m', 'openai/gpt-5'], { cwd });
  expect(other).toMatchObject({ code: 4, stdout: '' });
  expect(other.stderr).toContain('OPENAI_API_KEY');
});

test('a session that changed its model keeps the new one, and nothing of the old', async () => {
  const { cwd, chat, server } = await setUpChat([{ text: ['ok'] }]);
  await chat('-p', 'First.');
  const more = ['-m', 'openai-compatible/gpt-5', '--base-url', server.url];
  const second = await runCli(['chat', '-c', '-p', 'Hi', ...more], { cwd });
  expect(second.code).toBe(0);
  const third = await runCli(['chat', '-c', '-p', 'Hi', '--output', 'json'], { cwd });
  const { context } = JSON.parse(third.stdout) as { context: { window: number } };
  expect(context.window).toBeGreaterThan(100_000);
  expect(server.requests.at(-1)?.body.model).toBe('gpt-5');
});

test('no key and no password is kept with a session', async () => {
  const { cwd, args, server } = await setUpChat([{ text: ['One.'] }]);
  const url = server.url.replace('http://', 'http://me:s3cretpass@');
  const withPassword = args.map((arg) => (arg === server.url ? `${url}?key=s3cretkey` : arg));
  const environment = { OPENAI_COMPATIBLE_API_KEY: 'sk-s3cret' };
  await runCli([...withPassword, '-p', 'Hi'], { cwd, environment });
  const files = globSync('.everlong/**/*.jsonl', { cwd });
  expect(files.length).toBeGreaterThan(0);
  const kept = files.map((file) => readFileSync(join(cwd, file), 'utf8')).join('\n');
  expect(kept).toContain('127.0.0.1');
  expect(kept).not.toContain('s3cret');
});

// promise: sessions-6
test('a session that is changed to within a chat keeps its own settings', async () => {
  const { cwd, args, chat, server } = await setUpChat([{ text: ['ok'] }]);
  await chat('-p', 'First.');
  const listed = await runCli(['sessions', '--json'], { cwd });
  const [session] = JSON.parse(listed.stdout) as { id: string }[];
  const input = `/config agent_max_context_tokens 2000\n/session ${session?.id}\n/config\nGo on.\n`;
  const talk = await runCli([...args, '-i', '--policy', 'cowagent'], { cwd, input });
  expect(talk.code).toBe(0);
  expect(talk.stdout).toContain('agent_max_context_tokens = 2000');
  expect(talk.stdout).not.toContain('context.max_context_tokens =');
  expect(turnsOf(server)).toHaveLength(2);
});

test('a session goes on with an agent from another folder', async () => {
  const { cwd, server } = await setUpChat([{ text: ['Fine.'] }]);
  mkdirSync(join(cwd, 'team', 'agents'), { recursive: true });
  writeFileSync(
    join(cwd, 'team', 'agents', 'heron.yaml'),
    `name: heron\nsystem_prompt: You are the heron.\nmodel:\n  provider: openai-compatible/local\n` +
      `  base_url: ${server.url}\ncontext:\n  policy: everlong\n  keep: much\n`,
  );
  const first = await runCli(['chat', 'heron', '--agents-dir', 'team/agents', '-p', 'Hi'], { cwd });
  expect(first.code).toBe(0);
  const [session] = JSON.parse((await runCli(['sessions', '--json'], { cwd })).stdout) as {
    id: string;
  }[];
  for (const choice of [
    ['heron', '-c'],
    ['-s', session?.id ?? ''],
  ]) {
    expect((await runCli(['chat', ...choice, '-p', 'And now?'], { cwd })).code).toBe(0);
  }
  expect((await runCli(['context', session?.id ?? ''], { cwd })).stdout).toContain('5 tools');
  for (const { body } of turnsOf(server)) {
    expect(JSON.stringify(body.messages[0])).toContain('You are the heron.');
  }
});

test('a session whose agent has lost its file says so', async () => {
  const { cwd, server } = await setUpChat([
    { text: ['one'] },
    { text: ['two'] },
    { text: ['three'] },
  ]);
  mkdirSync(join(cwd, 'agents'));
  const file = join(cwd, 'agents', 'coder.yaml');
  const text = `name: coder\nsystem_prompt: Be terse.\nmodel:\n  provider: openai-compatible/x\n  base_url: ${server.url}\n`;
  writeFileSync(file, text);
  await runCli(['chat', 'coder', '-p', 'Hi', '--window', '8000'], { cwd });
  const [{ id = '' } = {}] = JSON.parse((await runCli(['sessions', '--json'], { cwd })).stdout) as {
    id?: string;
  }[];
  expect((await runCli(['chat', '-s', id, '-p', 'Hi'], { cwd })).stderr).toBe('');
  rmSync(file);
  const { stdout, stderr } = await runCli(['chat', '-s', id, '-p', 'Hi'], { cwd });
  expect(stdout).toBe('three\n');
  expect(stderr).toContain('There is no file of the agent "coder"');
  expect(stderr).toContain('agents/coder.yaml');
});

test('--keep is kept with the session, and left out with another policy', async () => {
  const { cwd, chat } = await setUpChat([{ text: ['Fine.'] }]);
  expect((await chat('-p', 'Hi', '--keep', 'much')).code).toBe(0);
  const list = await runCli(['sessions', '--json'], { cwd });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { metadata: { settings: { 'context.keep': 'much' } } },
  ]);
  expect((await chat('-c', '-p', 'Hi', '--policy', 'missy')).code).toBe(0);
  const wrong = await chat('-p', 'Hi', '--policy', 'missy', '--keep', 'much');
  expect([wrong.code, wrong.stderr]).toEqual([
    4,
    expect.stringContaining('only the policy everlong takes it'),
  ]);
  const unknown = await chat('-p', 'Hi', '--keep', 'all');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('little, balanced')]);
});

test('context.keep of a file gives way to another policy, unless nothing overrides it', async () => {
  const { cwd, chat } = await setUpChat([{ text: ['Fine.'] }]);
  const file = join(cwd, 'everlong.yaml');
  writeFileSync(file, 'context:\n  keep: much\n');
  expect((await chat('-p', 'Hi', '--policy', 'missy')).code).toBe(0);
  expect((await chat('-c', '-p', 'Hi')).code).toBe(0);
  writeFileSync(file, 'context:\n  keep: much\n  policy: missy\n');
  const { code, stderr } = await chat('-p', 'Hi');
  expect([code, stderr]).toEqual([
    4,
    expect.stringContaining(
      `context.policy is "missy" (${file}). Remove context.keep from ${file}`,
    ),
  ]);
  expect((await runCli(['config', 'list'], { cwd })).stdout).toContain('context.keep = much');
});

test('another policy chosen in the chat ends --keep, which only everlong takes', async () => {
  const { cwd, args } = await setUpChat([{ text: ['Fine.'] }]);
  const input = 'Hi\n/config context.policy supyagent\nHi\n/config\n';
  const { stdout, stderr } = await runCli([...args, '--keep', 'much', '-i'], { cwd, input });
  expect(stderr).not.toContain('keep');
  expect(stdout).toContain('context.policy = supyagent\n');
  expect(stdout).not.toContain('context.keep');
  const next = await runCli(['chat', '-c', '-p', 'Still?'], { cwd });
  expect(next).toMatchObject({ stderr: '', code: 0 });
});
