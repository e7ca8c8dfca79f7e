import type { ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { policyContextOf } from '../../test/support/watched-session.js';
import { createPolicy } from '../presets/create-policy.js';
import { belongingGroups } from './belonging-groups.js';
import { assistant, user } from '../../test/support/conversation.js';

async function belonging(...messages: ModelMessage[]): Promise<number[][]> {
  const { groups } = await policyContextOf(createPolicy('everlong'), messages, 200_000);
  return belongingGroups(groups);
}

function exchange(id: string, input: object, value: string): ModelMessage[] {
  const call = { toolCallId: id, toolName: 'shell' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ];
}

describe('belongingGroups', () => {
  it('joins a command and its output in the user’s role', async () => {
    const log = [
      user('Fix it.'),
      assistant('```bash\nls\n```'),
      user('<returncode>0</returncode>\n<output>\nsrc\n</output>'),
      assistant('Which file?'),
      user('The first one.'),
    ];
    expect(await belonging(...log)).toEqual([[0], [1, 2], [1, 2], [3], [4]]);
  });

  it('joins a call that asks a process with the one that started it', async () => {
    const log = [
      user('Run it.'),
      ...exchange('a', { cmd: 'npm test' }, 'Process running with session ID 12'),
      ...exchange('b', { cmd: 'ls' }, 'session 128 of 12-a'),
      ...exchange('c', { session_id: 12 }, 'Process running with session ID 12'),
      ...exchange('d', { session_id: 12 }, 'passed'),
      ...exchange('e', { session_id: 99 }, 'no such session'),
    ];
    expect(await belonging(...log)).toEqual([[0], [1], [2], [1, 3], [1, 4], [5]]);
  });
});
