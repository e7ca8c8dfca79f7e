import type { Entry, ModelMessage } from '@everlong/core';
import { toEntry } from '@everlong/core/store-kit';
import { growthOf } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { trialLines } from './trial-lines.js';
import { updateTrials } from './trials.js';

const CANDIDATES =
  'Which of these makes it stall? `cold-disk`, `two-cores`, `far-clock`, `no-tty`.';

function logOf(messages: readonly ModelMessage[]): Entry[] {
  return messages.map((message, seq) => toEntry({ id: `${seq}`, message }, 'session', seq));
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

function run(
  input: Record<string, string>,
  value: string,
  toolName = 'soak',
  type: 'text' | 'error-text' = 'text',
): ModelMessage[] {
  const toolCallId = `${toolName} ${JSON.stringify(input)}`;
  const output = { type, value };
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
  ];
}

const log = logOf([
  user(CANDIDATES),
  assistant('Noted.'),
  user('Now the cold disk.'),
  ...run({ rig: 'cold-disk' }, 'run 1: ok\nrun 2: ok\n0 of 40 runs stalled'),
  assistant('Under `cold-disk` nothing stalled in 40 runs. What next?'),
  user('Go on.'),
  ...run({ rig: 'two-cores' }, '0 of 40 runs stalled'),
  ...run({ rig: 'no-tty' }, '0 of 40 runs stalled'),
  assistant('See the output of `two-cores`.'),
  user('And the clock?'),
  assistant('I read about it: far-clock can not be the cause.'),
]);

function linesOf(carried: readonly string[], visibleText = ''): string[][] {
  return trialLines(carried, visibleText).map((form) => form.map(({ line }) => line));
}

describe('what was tried from a list of the user', () => {
  it('is told with what came of it: as it was said, else as it was printed', () => {
    const [spoken, short] = linesOf(updateTrials([], log));
    expect(spoken).toEqual([
      '"I read about it: far-clock can not be the cause." (#13)',
      'soak with two-cores and no-tty: "0 of 40 runs stalled" (#7, #9)',
      '"Under `cold-disk` nothing stalled in 40 runs." (#3)',
    ]);
    expect(short).toEqual([
      '"I read about it: far-clock can not be the cause." (#13)',
      'soak with cold-disk, two-cores and no-tty: "0 of 40 runs stalled" (#3, #7, #9)',
    ]);
  });

  it('is the same in one step and in many', () => {
    for (let cut = 0; cut <= log.length; cut++) {
      if (log[cut]?.message.role === 'tool') continue;
      const before = updateTrials([], log.slice(0, cut));
      expect(updateTrials(before, log.slice(cut))).toEqual(updateTrials([], log));
    }
  });

  it('has no line where a visible text tells it', () => {
    const carried = updateTrials([], log);
    const [spoken = []] = linesOf(carried);
    expect(linesOf(carried, spoken.join('\n'))).toEqual([[], []]);
  });

  it('tells the newest outcome of a run that was made again', () => {
    const again = logOf([
      user(CANDIDATES),
      ...run({ rig: 'no-tty' }, '0 of 40 runs stalled'),
      ...run({ rig: 'no-tty' }, '3 of 40 runs stalled'),
    ]);
    expect(linesOf(updateTrials([], again))[0]).toEqual([
      'soak with no-tty: "3 of 40 runs stalled" (#3)',
    ]);
  });
});

describe('what was run without a list', () => {
  it('is told of the newest tests', () => {
    const commands = ['test one', 'test two', 'start'].flatMap((name) =>
      run({ command: `npm ${name}` }, `${name}\n12 passed, 0 failed`, 'shell'),
    );
    expect(linesOf(updateTrials([], logOf(commands)))[0]).toEqual([
      'shell with npm test two: "12 passed, 0 failed" (#2)',
    ]);
  });

  it('is told among the failures if the call failed', () => {
    const messages = run({ command: 'npx tsc' }, 'a.ts: error TS2339', 'shell', 'error-text');
    expect(linesOf(updateTrials([], logOf(messages)))).toEqual([[], []]);
  });

  it('is told where commands stand in the text', () => {
    const fenced = logOf([
      assistant('Now the tests.\n\n```bash\ncd /testbed && python tests/runtests.py backends\n```'),
      user('<returncode>1</returncode>\n<output>\nRan 83 tests\nFAILED (failures=3)\n</output>'),
    ]);
    expect(linesOf(updateTrials([], fenced))[0]).toEqual([
      'shell with cd /testbed && python tests/runtests.py backends: "FAILED (failures=3)" (#0)',
    ]);
  });

  it('is no reading, writing or search', () => {
    const others = ['a.ts', 'b.ts', 'c.ts'].flatMap((path) => [
      ...run({ command: `cat ${path}` }, 'error: 1', 'shell'),
      ...run({ path }, 'error: 1', 'check_file'),
      ...run({ query: path }, '1 found', 'search_text'),
    ]);
    expect(updateTrials([], logOf(others))).toEqual([]);
  });
});

it('are looked up in time linear in the runs of a turn', () => {
  const growth = growthOf(3000, (runs) => {
    const messages = Array.from({ length: runs }, (_, seed) => [
      ...run({ command: `npm test -- --seed=${seed}` }, `Tests: ${seed} failed`, 'bash'),
      assistant(`That failed with seed ${seed}; next I try ${seed + 1}.`),
    ]);
    return updateTrials([], logOf([user('Find the seed.'), ...messages.flat()]));
  });
  expect(growth).toBeLessThan(3);
});
