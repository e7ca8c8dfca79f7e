import { createMemoryStore } from '@everlong/core';
import type { ToolSet } from 'ai';
import { expect, test } from 'vitest';

import { openSession } from '../session/open-session.js';
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

test('a search or an expansion without result says what was not found', async () => {
  const tools = await createTools(500, 'Hello.');
  expect(await call(tools, 'history_search', { query: 'zebra' })).toContain(
    'No entry of this conversation contains zebra.',
  );
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

test('several entries share the room, and a line that is too long for it is cut with a notice', async () => {
  const tools = await createTools(200, 'x'.repeat(1900), 'short');
  const shown = await call(tools, 'history_expand', { entries: [0, 1] });
  expect(count(shown)).toBeLessThanOrEqual(200);
  expect(shown).toContain('[line cut: 1900 characters; give');
  expect(shown).toContain('short');
});

test('the pages of one endless line hold all of it', async () => {
  const line = `${Array.from({ length: 2000 }, (_, index) => `🙂${index}`).join(',')}\nend`;
  const tools = await createTools(500, `begin\n${line}`);
  let seen = '';
  for (let from: number | undefined = 1; from !== undefined;) {
    const page = await call(tools, 'history_expand', { entries: [0], from_line: from });
    expect(count(page)).toBeLessThanOrEqual(500);
    const [, shown = '', next] =
      /^entry.*\n([^]*?)(?:\n\[\d+ more lines, from line (\d+)\])?$/.exec(page) ?? [];
    seen += shown === 'begin' ? `${shown}\n` : shown;
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toBe(`begin\n${line}`);
});

test('a value is shown in a line that alone is too long', async () => {
  const customers = Array.from({ length: 2000 }, (_, index) => ({
    id: 9000 + index,
    name: `customer-${index} 🙂`,
    mail: `c${index}@example.com`,
  }));
  const tools = await createTools(500, JSON.stringify(customers));
  const found = await call(tools, 'history_search', { query: 'customer-1500' });
  expect(found).toContain('c1500@example.com');
  const shown = await call(tools, 'history_expand', { value: 'customer-1500' });
  expect(shown).toMatch(
    /\n1: ….*"id":10500,"name":"customer-1500 🙂","mail":"c1500@example.com".*…$/,
  );
  expect(count(shown)).toBeLessThanOrEqual(200);
});

test('a value that many lines hold comes in pages that hold all of them', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `row ${index} is open`);
  const tools = await createTools(200, rows.join('\n'));
  const seen: string[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const page = await call(tools, 'history_expand', { value: 'open', from_line: from });
    expect(count(page)).toBeLessThanOrEqual(200);
    seen.push(...[...page.matchAll(/row \d+ is open/g)].map(([row]) => row));
    const next = /from line (\d+)\]$/.exec(page)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toEqual(rows);
});

test('a span comes in order, entry after entry, and says where it goes on', async () => {
  const messages = Array.from(
    { length: 12 },
    (_, index) => `message ${index} ${'word '.repeat(40)}`,
  );
  const tools = await createTools(300, ...messages);
  const seen: number[] = [];
  for (let from: number | undefined = 3; from !== undefined;) {
    const page = await call(tools, 'history_expand', { from_entry: from, to_entry: 9 });
    expect(count(page)).toBeLessThanOrEqual(300);
    seen.push(...[...page.matchAll(/^message (\d+)/gm)].map(([, seq]) => Number(seq)));
    const next = /\[more from entry (\d+)\]$/.exec(page)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(await call(tools, 'history_expand', { from_entry: 40 })).toContain('no entries 40 to 40');
});

test('a value shows the lines that hold it whole, and those around them', async () => {
  const log = Array.from({ length: 30 }, (_, index) => `step ${index}`);
  log[20] = 'listening on port 8443';
  const tools = await createTools(500, log.join('\n'), 'Nobody said 84430.', 'Set PORT=8443 then.');
  const shown = await call(tools, 'history_expand', { value: '8443' });
  expect(shown.replaceAll(/, [^)]+\)/g, ')')).toBe(
    [
      'entry 0 (user):\n…\n19: step 18\n20: step 19\n21: listening on port 8443\n22: step 21\n23: step 22',
      'entry 2 (user):\n1: Set PORT=8443 then.',
    ].join('\n\n'),
  );
  expect(await call(tools, 'history_expand', { value: '844' })).toContain(
    'No entry of this conversation contains 844 as a whole value.',
  );
  expect(await call(tools, 'history_expand', {})).toContain('Name entries');
});

test('an answer fits in whatever room there is, whatever is asked for', async () => {
  const messages = Array.from({ length: 12 }, (_, index) => `word ${index} ${'x'.repeat(50)}`);
  const endless = 'y'.repeat(300_000);
  const asked = [
    { entries: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { entries: Array.from({ length: 50_000 }, (_, seq) => seq) },
    { from_entry: 0, to_entry: 1e9 },
    { from_entry: -4, to_entry: Number.NaN },
    { entries: [2], from_line: 1e9 },
    { value: endless },
    {},
  ];
  for (const maxTokens of [0, 1, 10, 30, 100]) {
    const tools = await createTools(maxTokens, endless, ...messages);
    for (const input of asked) {
      const shown = await call(tools, 'history_expand', input);
      expect([input, count(shown) <= maxTokens]).toEqual([input, true]);
    }
    const found = await call(tools, 'history_search', { query: endless });
    expect(count(found)).toBeLessThanOrEqual(maxTokens);
  }
});

test('a secret that another entry gives away is redacted', async () => {
  const tools = await createTools(500, 'The password is', 'hunter22xyz.', 'I typed hunter22xyz!');
  const shown = await call(tools, 'history_expand', { entries: [0, 1, 2] });
  expect(shown).not.toContain('hunter22xyz');
});

test('secrets are redacted, and answers are small without a limit of the caller', async () => {
  const session = await openSession({ store: createMemoryStore(), contextWindow: 8000 });
  await session.append({ role: 'user', content: `password=hunter2hunter2 ${'x '.repeat(20_000)}` });
  const tools = createHistoryTools({ session });
  const shown = await call(tools, 'history_expand', { entries: [0] });
  expect(shown).not.toContain('hunter2hunter2');
  expect(shown.length / 3).toBeLessThan(8000 / 5);
});

test('a secret that the snapshot knows is redacted where nothing gives it away', async () => {
  const session = await openSession({ store: createMemoryStore(), contextWindow: 4_000 });
  await session.append({ role: 'user', content: 'The password is Tr0ub4dorX9z. Build it.' });
  await session.append({ role: 'assistant', content: `I typed Tr0ub4dorX9z in the form.` });
  for (let step = 0; step < 12; step++) {
    await session.append({ role: 'user', content: `Step ${step} ${'so many words '.repeat(100)}` });
    await session.append({ role: 'assistant', content: 'Done.' });
  }
  await session.compact();
  const tools = createHistoryTools({ session, maxTokens: 500, count });
  const found = await call(tools, 'history_search', { query: 'typed form' });
  expect(found).toContain('I typed [REDACTED:password] in the form.');
  for (const input of [{ entries: [1] }, { from_entry: 1 }, { value: 'typed' }]) {
    const shown = await call(tools, 'history_expand', input);
    expect(shown).toContain('I typed [REDACTED:password] in the form.');
  }
  const [original] = await session.expand([1]);
  expect(original?.message.content).toContain('Tr0ub4dorX9z');
});

test('a search finds what the user said before files, and never its own calls', async () => {
  const session = await openSession({ store: createMemoryStore() });
  const toolName = 'read_file';
  const result = (name: string, id: string, value: string) => ({
    role: 'tool' as const,
    content: [
      {
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: 'text' as const, value },
      },
    ],
  });
  const toolCall = (name: string, id: string, input: object) => ({
    role: 'assistant' as const,
    content: [{ type: 'tool-call' as const, toolCallId: id, toolName: name, input }],
  });
  await session.append([
    { role: 'user', content: 'The staging port is 5433.' },
    toolCall(toolName, 'c1', { path: 'staging.yaml' }),
    result(toolName, 'c1', 'staging port which 1\n'.repeat(50)),
    { role: 'assistant', content: 'I saw the staging port in it.' },
    toolCall('history_search', 'c2', { query: 'which staging port' }),
    result('history_search', 'c2', 'entry 0: The staging port is 5433.'),
    { role: 'user', content: 'Well.' },
  ]);
  const tools: ToolSet = createHistoryTools({ session, maxTokens: 500, count });
  const found = await call(tools, 'history_search', { query: 'which staging port' });
  const numbers = [...found.matchAll(/^entry (\d+):/gm)].map(([, seq]) => Number(seq));
  expect(numbers).toEqual([0, 2, 3, 1]);
});
