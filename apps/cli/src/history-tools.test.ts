import { createMemoryStore } from '@everlong/core';
import { openSession } from '@everlong/context';
import type { ToolSet } from 'ai';
import { expect, test } from 'vitest';
import { createHistoryTools } from './history-tools.js';

const count = (text: string): number => Math.ceil(text.length / 4);

async function createTools(maxTokens: number, ...messages: string[]): Promise<ToolSet> {
  const session = await openSession({ store: createMemoryStore() });
  for (const content of messages) await session.append({ role: 'user', content });
  return createHistoryTools({ session, maxTokens, count });
}

async function call(tools: ToolSet, name: string, input: object): Promise<string> {
  const execute = tools[name]?.execute;
  return String(await execute?.(input as never, { toolCallId: '1', messages: [], context: {} }));
}

test('a search names entries, and expanding one shows it as it was', async () => {
  const tools = await createTools(500, 'The port is 8443.', 'Something else.');
  const found = await call(tools, 'history_search', { query: 'port' });
  expect(found).toBe('entry 0: The port is 8443.');
  const shown = await call(tools, 'history_expand', { entries: [0] });
  expect(shown).toMatch(/^entry 0 \(user, .+\):\nThe port is 8443\.$/);
});

test('what is not there is said so', async () => {
  const tools = await createTools(500, 'Hello.');
  expect(await call(tools, 'history_search', { query: 'zebra' })).toContain('Nothing');
  expect(await call(tools, 'history_expand', { entries: [7] })).toContain('no entry 7');
});

test('a long entry comes in pages that fit, and the pages hold all of it', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line number ${index}`);
  const tools = await createTools(200, lines.join('\n'));
  const seen: string[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const page = await call(tools, 'history_expand', { entries: [0], from_line: from });
    expect(count(page)).toBeLessThanOrEqual(200);
    seen.push(...page.split('\n').filter((line) => line.startsWith('line number')));
    const next = /from line (\d+)\]$/.exec(page)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toEqual(lines);
});

test('several entries share the room, and one endless line is cut with a notice', async () => {
  const tools = await createTools(200, 'x'.repeat(10_000), 'short');
  const shown = await call(tools, 'history_expand', { entries: [0, 1] });
  expect(count(shown)).toBeLessThanOrEqual(210);
  expect(shown).toContain('[line cut: 10000 characters]');
  expect(shown).toContain('short');
});
