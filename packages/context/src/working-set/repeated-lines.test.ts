import type { ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { policyContextOf } from '../../test/support/watched-session.js';
import { createPolicy } from '../presets/create-policy.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { withoutRepeatedLines } from './repeated-lines.js';
import { user } from '../../test/support/conversation.js';

const line = (at: number): string => `line number ${at} of a file that was read`;

async function groupOf(...results: string[]): Promise<MessageGroup> {
  const calls = results.map((_, at) => ({ toolCallId: `call-${at}`, toolName: 'read' }));
  const messages: ModelMessage[] = [
    user('go'),
    {
      role: 'assistant',
      content: calls.map((call) => ({ type: 'tool-call', ...call, input: {} })),
    },
    {
      role: 'tool',
      content: calls.map((call, at) => ({
        type: 'tool-result',
        ...call,
        output: { type: 'text', value: results[at] ?? '' },
      })),
    },
  ];
  const { groups } = await policyContextOf(createPolicy('everlong'), messages, 200_000);
  const group = groups[1];
  if (group === undefined) throw new Error('no exchange');
  return group;
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => line(from + at));

describe('withoutRepeatedLines', () => {
  it('leaves out long runs that newer messages show, with blank lines between them', async () => {
    const lines = range(1, 30);
    lines.splice(12, 0, '', '}');
    const group = await groupOf(lines.join('\n'));
    expect(withoutRepeatedLines(group, new Set(range(10, 20)))).toEqual(
      new Map([
        [
          2,
          [
            { from: 1, to: 9 },
            { from: 23, to: 32 },
          ],
        ],
      ]),
    );
  });

  it('counts lines through all results of an entry', async () => {
    const group = await groupOf(range(1, 10).join('\n'), range(11, 20).join('\n'));
    expect(withoutRepeatedLines(group, new Set(range(11, 20))).get(2)).toEqual([
      { from: 1, to: 10 },
    ]);
  });

  it('leaves short runs, short results and what is new', async () => {
    const shown = new Set(range(1, 4));
    expect(withoutRepeatedLines(await groupOf(range(1, 30).join('\n')), shown).size).toBe(0);
    const all = new Set(range(1, 8));
    expect(withoutRepeatedLines(await groupOf(range(1, 8).join('\n')), all).size).toBe(0);
  });

  it('knows a line again behind the number that a tool printed before it', async () => {
    const numbered = range(1, 20).map((text, at) => `${at + 1}\t${text}`);
    const group = await groupOf(numbered.join('\n'));
    expect(withoutRepeatedLines(group, new Set(range(1, 20))).get(2)).toEqual([]);
  });
});
