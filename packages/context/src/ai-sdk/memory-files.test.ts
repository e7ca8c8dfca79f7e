import { createAnthropic } from '@ai-sdk/anthropic';
import { createMemory } from '@everlong/memory';
import { expect, it, onTestFinished } from 'vitest';

import { createMemoryFiles, type MemoryFileCommand } from './memory-files.js';

const path = '/memories/tasks/heron.md';
const text = '# Heron\n- port 4711\n- owner Ada';

async function useFiles() {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const run = createMemoryFiles({ memory, scope: 'bot' });
  await run({ command: 'create', path, file_text: `${text}\n` });
  return { memory, run };
}

it('is the handler of the tool of the AI SDK', async () => {
  const { run } = await useFiles();
  const tool = createAnthropic({ apiKey: 'none' }).tools.memory_20250818({ execute: run });
  expect(tool).toMatchObject({ id: 'anthropic.memory_20250818' });
});

it('creates, shows, edits, inserts, renames and deletes', async () => {
  const { memory, run } = await useFiles();
  expect(await run({ command: 'view', path: '/memories' })).toContain(`${text.length}\t${path}`);
  await run({ command: 'str_replace', path, old_str: '4711', new_str: '4712' });
  await run({ command: 'insert', path, insert_line: 1, insert_text: '- mascot stoat\n' });
  expect(await run({ command: 'view', path, view_range: [2, 3] })).toBe(
    `Here's the content of ${path} with line numbers:\n     2\t- mascot stoat\n     3\t- port 4712`,
  );
  const { hits } = await memory.recall('bot', 'Which mascot has heron?');
  expect(hits[0]).toMatchObject({ trust: 'assistant', text: expect.stringContaining('stoat') });
  expect(JSON.stringify(hits)).not.toContain('4711');
  await run({ command: 'rename', old_path: '/memories/tasks', new_path: '/memories/done' });
  expect(await run({ command: 'view', path: '/memories' })).toContain('/memories/done/heron.md');
  await run({ command: 'delete', path: '/memories/done' });
  expect(await memory.list('bot', { past: true })).toEqual([]);
});

const mistakes: [MemoryFileCommand, string][] = [
  [{ command: 'view', path: '/memories/../etc/passwd' }, 'is not in /memories'],
  [{ command: 'view', path: '/etc/passwd' }, 'is not in /memories'],
  [{ command: 'view', path: '/memories/none.md' }, 'does not exist'],
  [{ command: 'view', path, view_range: [9, 10] }, 'the file has 3 lines'],
  [{ command: 'create', path, file_text: 'again' }, 'already exists'],
  [{ command: 'create', path: '/memories/x.md', file_text: ' ' }, 'empty file'],
  [{ command: 'create', path: '/memories/tasks heron.md', file_text: 'x' }, 'almost the same name'],
  [{ command: 'str_replace', path, old_str: 'gull', new_str: '' }, 'did not appear verbatim'],
  [{ command: 'str_replace', path, old_str: '- ', new_str: '' }, 'occurs 2 times'],
  [{ command: 'insert', path, insert_line: 9, insert_text: 'x' }, 'the range of lines'],
  [{ command: 'delete', path: '/memories/none.md' }, 'does not exist'],
  [{ command: 'rename', old_path: path, new_path: path }, 'already exists'],
  [{ command: 'shred', path } as never, 'Invalid'],
];

it.each(mistakes)('tells the model what is wrong with %j', async (command, told) => {
  const { memory, run } = await useFiles();
  const answer = await run(command);
  expect(answer).toMatch(/^Error: /);
  expect(answer).toContain(told);
  expect(await memory.list('bot', { past: true })).toMatchObject([{ object: text }]);
});
