import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { expect, test } from 'vitest';
import { chooseQuestion, type ChosenQuestion } from './choose-question.js';

/** The question about readings of files, each a path and its lines, beside a request. */
async function choose(
  readings: readonly (readonly [path: string, ...lines: string[]])[],
  request = '',
): Promise<ChosenQuestion | undefined> {
  const store = createMemoryStore();
  await store.createSession({ id: 's', agent: 'demo' });
  for (const [path, ...lines] of readings) {
    const numbered = lines.map((line, index) => `${index + 1}: ${line}`);
    const value = [`${path}: lines 1-${lines.length} of ${lines.length}`, ...numbered].join('\n');
    const message: ModelMessage = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: path,
          toolName: 'read_file',
          output: { type: 'text', value },
        },
      ],
    };
    await store.append('s', [{ message }]);
  }
  return chooseQuestion(store.read('s'), request);
}

test('the first exact value that the request no longer holds is asked about', async () => {
  const files = [
    ['a.json', '"version": "1.22.333",', 'a line that is long enough to be asked about'],
    ['b.json', '"release": "4.55.666",'],
  ] as const;
  expect(await choose(files)).toEqual({
    target: { path: 'a.json', key: 'version' },
    value: '1.22.333',
    seq: 0,
    inRequest: false,
  });
  expect(await choose(files, 'we are at 1.22.333')).toMatchObject({ value: '4.55.666', seq: 1 });
});

test('a key that stands twice in a file names nothing', async () => {
  const chosen = await choose([['a.yaml', 'port: 8443443', 'port: 9443443', 'x '.repeat(20)]]);
  expect(chosen).toMatchObject({ target: { path: 'a.yaml', line: 3 } });
});

test('without exact values a telling line is asked about, and in the end any line', async () => {
  const lines = ['short', 'a line that is long enough to be asked about'];
  expect(await choose([['a.md', ...lines]])).toMatchObject({
    target: { line: 2 },
    inRequest: false,
  });
  expect(await choose([['a.md', 'short']], 'short')).toMatchObject({
    value: 'short',
    inRequest: true,
  });
});

test('where nothing was read there is nothing to ask', async () => {
  expect(await choose([])).toBeUndefined();
  expect(await choose([['empty.txt']])).toBeUndefined();
});
