import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJsonlStore } from '@everlong/store-jsonl';
import { expect, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('sync observes messages where no model extracts facts, and says so where one was asked for', async () => {
  const cwd = temporaryFolder();
  const memory = (...args: string[]) => runCli(['memory', ...args], { cwd });
  const store = createJsonlStore({ directory: join(cwd, '.everlong', 'sessions') });
  for (const agent of ['quiet', 'coder']) {
    mkdirSync(join(cwd, 'agents'), { recursive: true });
    const extracts = `memory: { auto_extract: ${agent === 'coder'} }`;
    writeFileSync(join(cwd, 'agents', `${agent}.yaml`), `name: ${agent}\n${extracts}\n`);
    const { id } = await store.createSession({ agent });
    await store.append(id, [{ message: { role: 'user', content: 'I live in Ghent.' } }]);
  }
  await store.close();
  for (const agent of ['quiet', 'coder']) {
    const { stdout, stderr } = await memory('sync', '--agent', agent);
    expect(stdout).toBe('1 of 1 sessions had new messages.\n');
    expect(stderr).toBe(agent === 'coder' ? `${noModel}\n` : '');
    expect((await memory('search', 'Ghent', '--agent', agent)).stdout).toContain('I live in Ghent');
  }
  expect((await memory('list', '--agent', 'quiet')).stdout).toBe('');
});

const noModel = 'No facts are extracted: memory.model is "session", but no model is set. Name one.';

test('sync has the model of memory.model extract facts, or says that it failed', async () => {
  const quote = 'at the harbour office';
  const proposed = { message: 0, quote, subject: 'user', predicate: 'office', object: quote };
  let isDown = true;
  const { cwd, server } = await setUpChat(() =>
    isDown
      ? { status: 401, body: { error: { message: 'Incorrect API key provided.' } } }
      : { text: [JSON.stringify([{ ...proposed, negated: false }])] },
  );
  const store = createJsonlStore({ directory: join(cwd, '.everlong', 'sessions') });
  const { id } = await store.createSession({ agent: 'coder' });
  const content = 'As of spring we are at the harbour office.';
  await store.append(id, [{ message: { role: 'user', content } }]);
  await store.close();
  mkdirSync(join(cwd, 'agents'));
  const model = `model: { provider: openai-compatible/x, base_url: "${server.url}" }`;
  const block = 'memory: { enabled: true, model: session }';
  writeFileSync(join(cwd, 'agents', 'coder.yaml'), `name: coder\n${model}\n${block}\n`);
  const sync = () => runCli(['memory', 'sync', '--agent', 'coder'], { cwd });
  const failed = await sync();
  expect(failed).toMatchObject({ stdout: '1 of 1 sessions had new messages.\n', code: 5 });
  expect(failed.stderr).toContain('openai-compatible/x of memory.model failed');
  isDown = false;
  expect(await sync()).toMatchObject({ stderr: '', code: 0 });
  const { stdout } = await runCli(['memory', 'list', '--agent', 'coder'], { cwd });
  expect(stdout).toContain('harbour office');
  await runCli(['memory', 'write', 'heron', 'port', '4711', '--agent', 'coder'], { cwd });
  const rebuilt = await runCli(['memory', 'rebuild', '--agent', 'coder'], { cwd });
  expect(rebuilt).toMatchObject({
    stdout:
      'Read 1 part of messages and notes again. 1 fact is extracted anew.\n' +
      '0 of 1 sessions had new messages.\n',
    code: 0,
  });
  const after = await runCli(['memory', 'list', '--agent', 'coder'], { cwd });
  expect(after.stdout).toContain('harbour office');
  expect(after.stdout).toContain('heron · port · 4711');
});
