import type { ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { exchange, policyContextOf, words } from '../../test/support/watched-session.js';
import { createPolicy } from '../presets/create-policy.js';
import { chooseWorkingSet, type WorkingSet } from './choose-working-set.js';
import { assistant, user } from '../../test/support/conversation.js';

/** The choice among all but the newest three groups of these messages. */
async function choose(
  messages: readonly ModelMessage[],
  room: { maxTokens: number },
): Promise<WorkingSet> {
  const context = await policyContextOf(createPolicy('everlong'), messages, 200_000);
  const firstKept = context.groups.length - 3;
  return chooseWorkingSet({ ...context, ...room, firstKept, wholeShare: 1 });
}

function read(id: string, path: string, text: string): ModelMessage[] {
  const call = { toolCallId: id, toolName: 'read_file' };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { path } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', ...call, output: { type: 'text', value: text } }],
    },
  ];
}

const lines = (label: string, count = 40): string =>
  Array.from({ length: count }, (_, at) => `const ${label}${at} = compute_${label}(${at});`).join(
    '\n',
  );

const newest = [assistant('one'), user('two'), assistant('three')];

describe('chooseWorkingSet', () => {
  it('leaves out the copy of a file that a later read supersedes', async () => {
    const text = lines('alpha');
    const { kept: whole } = await choose(
      [user('go'), ...read('a', 'src/a.ts', text), ...read('b', 'src/a.ts', text), ...newest],
      { maxTokens: 700 },
    );
    expect(whole.has(1)).toBe(false);
    expect(whole.get(2)).toBe('a file in play');
  });

  it('takes no more than the room, masks what is left, and chooses the same again', async () => {
    const log = Array.from({ length: 30 }, (_, step) =>
      exchange(`call-${step}`, words(`output of call-${step}`, 400)),
    ).flat();
    const room = { maxTokens: 3000 };
    const { kept: whole, masked } = await choose([user('go'), ...log, ...newest], room);
    expect(whole.size).toBeGreaterThan(3);
    expect(whole.size * 400).toBeLessThanOrEqual(3000);
    expect([...whole.keys()].some((index) => masked.has(index))).toBe(false);
    expect(await choose([user('go'), ...log, ...newest], room)).toMatchObject({
      kept: whole,
      masked,
    });
  });

  it('leaves the words of the user and short answers to the snapshot', async () => {
    const { kept, masked } = await choose(
      [user('Send it.'), assistant('It is sent.'), assistant(words('answer', 200)), ...newest],
      { maxTokens: 500 },
    );
    expect([...kept.keys(), ...masked]).toEqual([2]);
  });

  // promise: context-20
  it('keeps the newest plan that a tool made', async () => {
    const [call, result = user('')] = read('todo', '', words('list', 600));
    const content = [{ type: 'tool-call', toolCallId: 'todo', toolName: 'todo_write', input: {} }];
    const plan = [{ ...call, content } as ModelMessage, result];
    const log = Array.from({ length: 30 }, (_, step) =>
      exchange(`call-${step}`, words(`output of call-${step}`, 400)),
    ).flat();
    const { kept } = await choose([user('go'), ...plan, ...log, ...newest], { maxTokens: 3000 });
    expect([kept.get(1), kept.has(2)]).toEqual(['the plan in force', false]);
  });

  it('keeps a command and its output together, or neither', async () => {
    const log = Array.from({ length: 20 }, (_, step) => [
      assistant(`Next.\n\`\`\`bash\nrun part ${step}\n\`\`\``),
      user(`<returncode>0</returncode>\n${words(`output ${step}`, 30 + 40 * (step % 7))}`),
    ]).flat();
    const room = { maxTokens: 900 };
    const { kept, masked } = await choose([user('go'), ...log, ...newest], room);
    const isThere = (index: number): boolean => kept.has(index) || masked.has(index);
    const commands = Array.from({ length: 20 }, (_, step) => 1 + 2 * step);
    expect(commands.filter(isThere).length).toBeGreaterThan(3);
    expect(commands.filter(isThere)).toEqual(commands.filter((index) => isThere(index + 1)));
  });
});
