import type { ContextState } from '@everlong/context';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { formatGauge, formatTokensLine } from './context-gauge.js';

const plain = picocolors.createColors(false);

const state: ContextState = {
  window: 200_000,
  inputBudget: 195_904,
  used: {
    total: 57_450,
    instructions: 0,
    tools: 12_450,
    summary: 580,
    memory: 0,
    messages: 44_420,
  },
  ratio: 57_450 / 195_904,
  level: 'normal',
  source: 'tokenizer',
  triggers: [
    { name: 'messages', value: 18, limit: 30, ratio: 0.6 },
    { name: 'tokens', value: 45_000, limit: 128_000, ratio: 45_000 / 128_000 },
  ],
  willCompact: false,
  next: { action: 'keep', reason: '57,450 of 176,313 tokens before compaction' },
  epoch: 1,
  lastCompaction: {
    epoch: 1,
    kind: 'snapshot',
    throughSeq: 41,
    summarizedMessages: 42,
    snapshotTokens: 580,
    snapshots: 1,
    reason: '30 messages since the last snapshot',
    createdAt: '2025-01-15T14:30:00.000Z',
  },
};

// promise: context-31
test('the gauge draws the limit, the tools, the summary and both triggers as documented', () => {
  const text = formatGauge(state, { colors: plain, toolCount: 35 }).join('\n');
  expect(text).toContain('Context limit: 200,000 tokens');
  expect(text).toContain('Tool definitions: 12,450 tokens (35 tools)');
  expect(text).toContain('Last summary: 42 messages -> 580 tokens');
  expect(text).toContain('Created: 2025-01-15 ');
  expect(text).toContain('Messages: 18 / 30 (60%)\n           [████████████░░░░░░░░]');
  expect(text).toContain('Tokens:   45,000 / 128,000 (35%)\n           [███████░░░░░░░░░░░░░]');
  expect(text).toContain('Will compact next turn: no');
});

// promise: context-31
test('the documented part stands first, drawn as in the document', () => {
  const lines = formatGauge(state, { colors: plain, toolCount: 35 });
  const [, created = ''] = /Created: (.*)/.exec(lines.join('\n')) ?? [];
  expect(lines.slice(0, 12)).toEqual([
    'Context Status',
    '  Context limit: 200,000 tokens',
    '  Tool definitions: 12,450 tokens (35 tools)',
    '  Last summary: 42 messages -> 580 tokens',
    `  Created: ${created}`,
    '',
    'Summarization Triggers (N messages OR K tokens)',
    '  Messages: 18 / 30 (60%)',
    '           [████████████░░░░░░░░]',
    '  Tokens:   45,000 / 128,000 (35%)',
    '           [███████░░░░░░░░░░░░░]',
    '',
  ]);
});

test('other triggers have a place of their own, and soft ones say when they act', () => {
  const soft = { name: 'soft threshold', value: 4400, limit: 4000, ratio: 1.1 };
  const options = { colors: plain, withoutModel: true };
  const text = formatGauge({ ...state, triggers: [...state.triggers, soft] }, options).join('\n');
  expect(text).toContain('Compaction Triggers (soft threshold)\n  Soft threshold: 4,400 / 4,000');
  expect(text).toContain('acts only with a model that summarizes');
});

// promise: cowagent-18
test('the log is told by role and characters', () => {
  const log = { roles: { user: 12, assistant: 20, tool: 14 }, characters: 12_345 };
  const text = formatGauge(state, { colors: plain, log }).join('\n');
  expect(text).toContain('(46 messages stored)');
  expect(text).toContain('Roles: user 12, assistant 20, tool 14\n  Characters: 12,345');
});

test('a small prompt that counts low is not called cut', () => {
  const small = { ...state, truncation: { sentTokens: 776, readTokens: 351 } };
  expect(formatGauge(small, { colors: plain }).join('\n')).not.toContain('truncate long prompts');
  const large = { ...state, truncation: { sentTokens: 7760, readTokens: 1024 } };
  expect(formatGauge(large, { colors: plain }).join('\n')).toContain('truncate long prompts');
});

// promise: context-32
test('the token line adds up', () => {
  expect(formatTokensLine(state)).toBe(
    'tokens: 45,000 msgs + 12,450 tools | context: 57,450 / 200,000 (28%)',
  );
});

test.each([
  [-1, 0],
  [0, 0],
  [0.001, 1],
  [0.999, 19],
  [1, 20],
  [5, 20],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
])('a bar of %d has %d blocks', (ratio, blocks) => {
  const triggers = [{ name: 'tokens', value: 1, limit: 1, ratio }];
  const bar = formatGauge({ ...state, triggers }, { colors: plain }).find((line) =>
    line.includes('['),
  );
  const [, cells = ''] = /\[(.*)\]/.exec(bar ?? '') ?? [];
  expect(cells).toBe('█'.repeat(blocks) + '░'.repeat(20 - blocks));
});

test('an estimate is called one, and an overfull context is not drawn as empty', () => {
  const over = { ...state, source: 'heuristic', level: 'over', ratio: 1.5 } as const;
  const text = formatGauge(over, { colors: plain }).join('\n');
  expect(text).toContain('(150%) (estimated)');
  expect(text).toContain('[████████████████████]');
});
