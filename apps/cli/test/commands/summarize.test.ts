import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/files/session-store.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startCli } from '../support/spawn-cli.js';

const chat = [
  { role: 'user', content: 'Use port 8443 for src/server.ts. Never touch src/legacy.ts.' },
  { role: 'assistant', content: 'I decided to read the port from PORT. Done in src/server.ts.' },
];

/** A folder with a transcript and with a stored session that holds the same. */
async function folder() {
  const cwd = temporaryFolder();
  writeFileSync(`${cwd}/chat.json`, JSON.stringify(chat));
  const steps = Array.from({ length: 24 }, (_, step) => ({
    role: step % 2 === 0 ? 'user' : 'assistant',
    content: `Step ${step}. ${'so many words '.repeat(1_100)}`,
  }));
  writeFileSync(`${cwd}/long.json`, JSON.stringify([...chat, ...steps]));
  writeFileSync(`${cwd}/notes.md`, 'no conversation');
  const store = await openStore({ kind: 'jsonl', directory: `${cwd}/.everlong` });
  await store.createSession({ id: '1a2b', agent: 'assistant' });
  await store.append(
    '1a2b',
    chat.map((message) => ({ message: message as { role: 'user'; content: string } })),
  );
  await store.createSession({ id: '7d7d', agent: 'assistant' });
  await store.close();
  return (...args: string[]) => runCli(['summarize', ...args], { cwd });
}

test('a transcript or a session becomes a snapshot, offline', async () => {
  const summarize = await folder();
  const ofFile = await summarize('chat.json');
  expect(ofFile.code).toBe(0);
  expect(ofFile.stdout).toContain(
    '## Requests and what came of them\n' +
      '#0 user: "Use port 8443 for src/server.ts. Never touch src/legacy.ts."\n' +
      '- assistant (#1): "I decided to read the port from PORT. Done in src/server.ts."\n',
  );
  // The file has no times.
  expect(ofFile.stderr).toMatch(/2 messages in .* without a model, depth 1; 1 exact value kept\./);
  expect((await summarize('chat.json', '--json')).stdout).not.toContain(
    `${new Date().getFullYear()}-`,
  );
  const ofSession = await summarize('1a', '--json');
  const { snapshot } = JSON.parse(ofSession.stdout) as {
    snapshot: { source: string; throughSeq: number; ledger: { value: string }[] };
  };
  expect(snapshot).toMatchObject({ source: 'extractive', throughSeq: 1, depth: 1 });
  expect(snapshot.ledger.map(({ value }) => value)).toEqual(['8443']);
});

test('what a transcript holds for terminals is not printed', async () => {
  const summarize = await folder();
  const cwd = temporaryFolder();
  const content = 'Never touch \u001B[31msrc/a.ts\u001B]0;title\u0007 today\u009B2J.';
  writeFileSync(`${cwd}/colours.json`, JSON.stringify([{ role: 'user', content }]));
  const { stdout } = await summarize(`${cwd}/colours.json`);
  expect(stdout).toContain('#0 user: "Never touch [31msrc/a.ts]0;title today2J."');
  const data = await summarize(`${cwd}/colours.json`, '--json');
  expect(data.stdout).toContain('\\u001b[31msrc/a.ts');
});

test('a model writes the prose, and what it invents is taken out', async () => {
  const summarize = await folder();
  const text = [
    '## Current State\n- src/server.ts reads PORT (#1); deployed to https://made.up/never\n',
    `## Key Decisions\n- PORT holds the port (#1)\n${'- It is read from the environment (#1)\n'.repeat(30)}`,
  ];
  const server = await startOpenAiServer([{ text }, { text }, { text }]);
  onTestFinished(() => server.close());
  const model = ['--model', 'openai-compatible/local', '--base-url', server.url];
  const { stdout, stderr, code } = await summarize('chat.json', ...model);
  expect(code).toBe(0);
  expect(stdout).toContain('PORT holds the port');
  expect(stdout).toMatch(/## Important Values\n- "Use port 8443[^\n]*" \(#0\)/);
  expect(stdout).not.toContain('made.up');
  expect(stderr).toMatch(
    /Verified: \d+ values checked, [1-9]\d* struck, [1-9]\d* lines restored\./,
  );
  expect(stderr).toMatch(/The model read \d+ tokens and wrote \d+/);
  // Two calls: the second answer is the whole summary again.
  const long = await summarize('long.json', ...model);
  expect(server.requests).toHaveLength(3);
  expect(long.stdout.match(/PORT holds the port/g)).toHaveLength(1);
});

test('what cannot be summarized is said, each with its exit code', async () => {
  const summarize = await folder();
  const missing = await summarize('nope.json');
  expect(missing).toMatchObject({ code: 3, stdout: '' });
  expect(missing.stderr).toContain('There is neither a file nor a session "nope.json"');
  expect((await summarize('notes.md')).stderr).toContain('notes.md is no transcript');
  expect((await summarize('7d7d')).stderr).toContain('"7d7d" has no messages to summarize');
  expect(await summarize('1a2b', '--model', 'openai/gpt-5')).toMatchObject({ code: 4, stdout: '' });
  expect(await summarize('1a2b', '--max-tokens', 'many')).toMatchObject({ code: 2, stdout: '' });
  const server = await startOpenAiServer([
    { status: 401, body: { error: { message: 'no entry' } } },
  ]);
  onTestFinished(() => server.close());
  const model = ['--model', 'openai-compatible/local', '--base-url', server.url];
  const refused = await summarize('1a2b', ...model);
  expect(refused).toMatchObject({ code: 5, stdout: '' });
  expect(refused.stderr).toContain('no entry');
  expect(refused.stderr).not.toContain('The model read');
  const silent = await startOpenAiServer([{ text: ['I cannot help with that.'] }]);
  onTestFinished(() => silent.close());
  const useless = await summarize('1a2b', ...model.slice(0, 3), silent.url);
  expect(useless).toMatchObject({ code: 5, stdout: '' });
  expect(useless.stderr).toContain('it begins "I cannot help with that."');
  expect(useless.stderr).toMatch(/The model read \d+ tokens and wrote \d+/);
});

/** Resolves when a process has computed so many seconds more; at once where /proc is missing. */
async function worked(pid: number | undefined, seconds: number): Promise<void> {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return;
  // Hundredths of a second in user mode: the 12th field after the name.
  const used = (): number => Number(readFileSync(file, 'utf8').split(') ')[1]?.split(' ')[11]);
  const start = used();
  await expect.poll(() => used() - start).toBeGreaterThan(seconds * 100);
}

test('what is torn is told, without its secrets, and Ctrl-C ends what no model writes', async () => {
  const cwd = temporaryFolder();
  const line = JSON.stringify({ role: 'user', content: 'Never touch src/a.ts. '.repeat(500) });
  const torn = '{"role":"user","content":"password=Xk29fLmQ7vRt';
  writeFileSync(`${cwd}/long.jsonl`, `${`${line}\n`.repeat(4_000)}${torn}`);
  const { child, result, shows } = startCli(['summarize', 'long.jsonl'], { cwd });
  await shows('the last line is torn');
  await worked(child.pid, 0.5);
  child.kill('SIGINT');
  expect(await result).toMatchObject({ stdout: '', code: null });
  expect((await result).stderr).not.toContain('Xk29fLmQ7vRt');
});
