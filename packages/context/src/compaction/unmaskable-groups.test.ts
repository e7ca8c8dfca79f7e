import type { Entry, ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createCounter } from '../rendering/counter.js';
import { requestLimits } from '../truncation/request-limits.js';
import { addToGroups, createMessageGroups } from '../state/message-groups.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { unmaskableGroups } from './unmaskable-groups.js';

const counter = createCounter({ name: 'test', source: 'heuristic', count: (text) => text.length });

/** Groups of one call each: tool, input, and whether it failed. */
function groupsOf(...calls: [string, Record<string, string>, boolean?][]): readonly MessageGroup[] {
  const entries: Entry[] = [];
  const empty = createMessageGroups({
    counter,
    model: undefined,
    limits: requestLimits(undefined),
  });
  const add = (seq: number, message: ModelMessage): void => {
    const entry: Entry = {
      id: `e${seq}`,
      sessionId: 's',
      seq,
      createdAt: '2026-01-01T00:00:00Z',
      format: 'model-message/1',
      message,
    };
    entries.push(entry);
  };
  for (const [index, [toolName, input, failed]] of calls.entries()) {
    const toolCallId = `call-${index}`;
    add(index * 2, {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName, input }],
    });
    const output = { type: failed ? ('error-text' as const) : ('text' as const), value: 'x' };
    add(index * 2 + 1, {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName, output }],
    });
  }
  return addToGroups(empty, entries).list();
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
