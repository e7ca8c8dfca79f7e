import { join } from 'node:path';

import type { MemoryEntry } from '@everlong/core';
import { expect, it } from 'vitest';

import { createMemory } from '../../src/index.js';
import { useFolder, useMemory } from '../support/use-memory.js';

/** A user's task and runs of a shell: `[command, output, fails]`. */
function runs(
  sessionId: string,
  task: string,
  calls: readonly [string, string, boolean][],
): MemoryEntry[] {
  const messages: MemoryEntry['message'][] = [{ role: 'user', content: task }];
  for (const [index, [command, output, fails]] of calls.entries()) {
    const call = { toolCallId: `call-${index}`, toolName: 'bash' };
    messages.push(
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { command } }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            ...call,
            output: { type: fails ? 'error-text' : 'text', value: output },
          },
        ],
      },
    );
  }
  return messages.map((message, seq) => ({
    id: `${sessionId}-${seq}`,
    sessionId,
    seq,
    createdAt: '2026-03-02T10:00:00.000Z',
    message,
  }));
}

// promise: missy-9
it('learns what worked after a failure, for which task, and counts uses and successes', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    runs('one', 'Run the tests of the parser', [
      ['npm test parser', 'sh: vitest: command not found', true],
      ['ls', 'package.json', false],
      ['npm run test -- parser', '12 passed', false],
    ]),
  );
  const [learning, ...others] = await memory.learnings(
    'agent',
    'Please run the parser tests again',
  );
  expect(others).toEqual([]);
  expect(learning).toMatchObject({
    text: 'For "Run the tests of the parser": bash `npm test parser` failed: sh: vitest: command not found; `npm run test -- parser` worked',
    task: 'Run the tests of the parser',
    uses: 0,
    successes: 1,
    sources: [
      { sessionId: 'one', entryId: 'one-2' },
      { sessionId: 'one', entryId: 'one-6' },
    ],
  });
  await memory.observe(
    'agent',
    runs('two', 'Tests', [['npm run test -- parser', '12 passed', false]]),
  );
  expect(await memory.learnings('agent', 'run the parser tests')).toMatchObject([
    { uses: 1, successes: 2 },
  ]);
});

it('learns from results that come after a restart', async () => {
  const path = join(await useFolder(), 'memory.db');
  const entries = runs('one', 'Run the tests of the parser', [
    ['npm test parser', 'sh: vitest: command not found', true],
    ['npm run test -- parser', '12 passed', false],
  ]);
  for (const [from, to] of [
    [0, 2],
    [1, 4],
    [2, 5],
  ]) {
    const memory = await createMemory({ path });
    await memory.observe('agent', entries.slice(from, to));
    await memory.close();
  }
  const memory = await useMemory({ path });
  expect(await memory.learnings('agent', 'run the parser tests')).toMatchObject([
    { text: expect.stringContaining('`npm run test -- parser` worked') },
  ]);
});

it('learns from entries that come one by one', async () => {
  const memory = await useMemory();
  const entries = runs('one', 'Build it', [
    ['make all', 'make: no rule to make target', true],
    ['make build', 'done', false],
  ]);
  for (const entry of entries) await memory.observe('agent', [entry]);
  expect(await memory.learnings('agent', 'build')).toHaveLength(1);
});

it('says nothing of failures alone, of other tasks, and keeps within its tokens', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    runs('one', 'Deploy', [['helm deploy', 'error: no cluster', true]]),
  );
  expect(await memory.learnings('agent', 'Deploy with helm')).toEqual([]);
  await memory.observe('agent', [
    ...runs('two', 'Format the code', [
      ['prettier src', 'prettier: command not found', true],
      ['npx prettier src', 'formatted', false],
    ]),
  ]);
  expect(await memory.learnings('agent', 'translate the letter')).toEqual([]);
  expect(await memory.learnings('agent', 'format the code', { maxTokens: 5 })).toEqual([]);
  const { hits } = await memory.recall('agent', 'format the code with prettier');
  expect(hits.filter(({ kind }) => kind === 'fact')).toEqual([]);
});

it('never learns from the call of another scope', async () => {
  const memory = await useMemory();
  const [task, failing, result] = runs('chat', 'Deploy', [['deploy --to acme', 'Denied.', true]]);
  const [, own] = runs('chat', 'Test', [['npm test', 'Denied.', true]]);
  if (!task || !failing || !result || !own) throw new Error('A run has three messages.');
  await memory.observe('one', [task, failing]);
  await memory.observe('two', [task, own]);
  await memory.observe('one', [result]);
  await memory.observe('two', [result]);
  expect(await memory.list('one')).toMatchObject([{ object: 'deploy --to acme' }]);
  expect(await memory.list('two')).toMatchObject([{ object: 'npm test' }]);
});

it('keeps no secret of the task, and takes no output of a program for it', async () => {
  const memory = await useMemory();
  const secret = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA`;
  const [request, ...rest] = runs('one', `Deploy the heron with ${secret}`, [
    ['deploy --now', 'deploy: command not found', true],
    ['deploy --later', 'done', false],
  ]);
  const parts = [{ type: 'text' as const, text: 'Deploy the heron' }];
  const [asked, ...others] = runs('two', '', [
    ['make all', 'make: command not found', true],
    ['make some', 'done', false],
  ]);
  const output = { ...asked!, id: 'output', metadata: { origin: 'tool' as const } };
  await memory.observe('agent', [request!, ...rest]);
  await memory.observe('agent', [
    { ...asked!, message: { role: 'user', content: parts } },
    { ...output, message: { role: 'user', content: 'Exit status 2' } },
    ...others,
  ]);
  const facts = await memory.list('agent', { past: true });
  expect(JSON.stringify(facts)).not.toContain(secret);
  expect(facts.map(({ subject }) => subject)).toEqual([
    'Deploy the heron with [REDACTED:api-key]',
    'Deploy the heron with [REDACTED:api-key]',
    'Deploy the heron',
    'Deploy the heron',
  ]);
});
