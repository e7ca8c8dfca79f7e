import type { ModelMessage, Tokenizer } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { MessageGroup } from '../rendering/message-group.js';
import { toMessageGroups } from '../../test/support/message-groups.js';
import { unmaskableGroups } from './unmaskable-groups.js';

const tokenizer: Tokenizer = {
  name: 'test',
  source: 'heuristic',
  count: (text) => text.length,
};

/** Groups of one call each: tool, input, and whether it failed. */
function groupsOf(...calls: [string, Record<string, string>, boolean?][]): readonly MessageGroup[] {
  const messages = calls.flatMap(([toolName, input, failed], index): ModelMessage[] => {
    const toolCallId = `call-${index}`;
    const output = { type: failed ? ('error-text' as const) : ('text' as const), value: 'x' };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
    ];
  });
  return toMessageGroups(messages, tokenizer).list();
}

function keptOf(...calls: Parameters<typeof groupsOf>): number[] {
  const groups = groupsOf(...calls);
  const kept = unmaskableGroups(groups);
  return groups.flatMap((group, index) => (kept.has(group) ? [index] : []));
}

describe('unmaskableGroups', () => {
  it('keeps an error until the same call succeeds', () => {
    expect(keptOf(['bash', { command: 'make' }, true])).toEqual([0]);
    expect(keptOf(['bash', { command: 'make' }, true], ['bash', { command: 'make' }])).toEqual([]);
  });

  it('keeps only the newest of several errors', () => {
    expect(
      keptOf(['bash', { command: 'make' }, true], ['bash', { command: 'make' }, true]),
    ).toEqual([1]);
  });

  it('keeps plans, questions and to-do lists', () => {
    expect(keptOf(['TodoWrite', { todos: '' }], ['bash', { command: 'ls' }])).toEqual([0]);
  });

  it('keeps the newest read of a file that was edited since', () => {
    expect(
      keptOf(
        ['read_file', { path: 'a.ts' }],
        ['read_file', { path: 'a.ts' }],
        ['edit_file', { path: 'a.ts' }],
        ['read_file', { path: 'b.ts' }],
      ),
    ).toEqual([1]);
  });
});
