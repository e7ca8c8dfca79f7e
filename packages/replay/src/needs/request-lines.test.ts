import type { ModelMessage } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createPolicyTally } from '../report/policy-tally.js';
import { scoreEdits, scoreLines } from './line-score.js';
import { createReplayLog } from './replay-log.js';
import { createRequestLines } from './request-lines.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });

const call = (id: string, toolName: string, input: object): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName, input }],
});
const result = (id: string, value: string): ModelMessage => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: id, toolName: 'x', output: { type: 'text', value } },
  ],
});

const alpha = 'export const alpha = computeAlpha(1);';
const beta = 'export const beta = computeBeta(alpha);';
const gamma = 'export const gamma = computeGamma(beta);';
const chat = 'Please keep every exported name as it is.';

/**
 * A file is read, edited, and read again; the last message needs four lines of it and one of the
 * user.
 */
const recorded: ModelMessage[] = [
  { role: 'user', content: chat },
  call('r1', 'Read', { file_path: '/p/a.ts' }),
  result('r1', `1→${alpha}\n2→${beta}`),
  call('e1', 'Edit', { file_path: '/p/a.ts', old_string: beta, new_string: gamma }),
  result('e1', 'The file has been updated.'),
  call('r2', 'Read', { file_path: '/p/a.ts' }),
  result('r2', `1→${alpha}\n2→${gamma}`),
  call('e2', 'Edit', {
    file_path: '/p/a.ts',
    old_string: `${alpha}\n${gamma}`,
    new_string: beta,
  }),
  {
    role: 'assistant',
    content: [alpha, beta, gamma, chat, 'A line that nobody wrote before.'].join('\n'),
  },
];

const book = createMessageBook(tokenizer);
const log = createReplayLog(
  recorded.map((message) => ({ message })),
  book,
);

function show(...messages: (ModelMessage | number)[]) {
  return createRequestLines(
    log.lines,
    messages.map((message) =>
      book.message(typeof message === 'number' ? recorded[message]! : message),
    ),
  );
}

const [needAlpha, needBeta, needGamma, needChat] = log.lines.needsOf(8);

describe('needed lines', () => {
  it('are the distinct lines that stand earlier, with their newest source', () => {
    expect(log.lines.needsOf(8)).toEqual([
      { line: alpha, source: 7, kind: 'file', age: 1, file: '/p/a.ts' },
      { line: beta, source: 7, kind: 'file', age: 1, file: '/p/a.ts' },
      { line: gamma, source: 7, kind: 'file', age: 1, file: '/p/a.ts' },
      { line: chat, source: 0, kind: 'user', age: 8, file: undefined },
    ]);
    expect(log.lines.needsOf(3)).toMatchObject([{ line: beta, source: 2, kind: 'file' }]);
    expect(log.lines.needsOf(0)).toEqual([]);
  });

  it('are present where the newest copy of their file holds them', () => {
    const request = show(0, 5, 6);
    expect(request.find(needAlpha!)).toBe('present');
    expect(request.find(needGamma!)).toBe('present');
    expect(request.find(needBeta!)).toBe('absent');
    expect(request.find(needChat!)).toBe('present');
  });

  it('are stale where only an older copy holds them', () => {
    const old = show(1, 2);
    expect([needAlpha, needBeta].map((need) => old.find(need!))).toEqual(['present', 'present']);
    const both = show(1, 2, 5, 6);
    expect([needAlpha, needBeta].map((need) => both.find(need!))).toEqual(['present', 'stale']);
    // The edit says that the line is no more, though the file is not read again.
    expect(show(1, 2, 3, 4).find(needBeta!)).toBe('stale');
  });

  it('may stand outside of any copy, until a newer copy of the file is there', () => {
    const note: ModelMessage = { role: 'user', content: `Notes:\n${beta}` };
    const early = { ...needBeta!, source: 2 };
    expect(show(note).find(early)).toBe('present');
    expect(show(note, 5, 6).find(early)).toBe('stale');
  });

  it('count a copy in part for its own lines only', () => {
    const part = (from: number, to: number, text: string): ModelMessage[] => [
      call('p', 'Read', { file_path: '/p/a.ts', offset: from, limit: to - from + 1 }),
      result('p', text),
    ];
    expect(show(1, 2, ...part(1, 1, `1→${gamma}`)).find(needBeta!)).toBe('present');
    expect(show(1, 2, ...part(2, 3, `2→${gamma}`)).find(needBeta!)).toBe('stale');
  });

  it('finds what an edit says besides the lines that it writes, and takes no path for a line', () => {
    const path = '/p/a/folder/of/long-enough-names.ts';
    const note = 'Gamma takes the place of beta.';
    const edit = (id: string, before: string, after: string): ModelMessage =>
      call(id, 'Edit', { file_path: path, note, old_string: before, new_string: after });
    const messages = [edit('w', beta, gamma), result('w', 'Done.'), edit('v', gamma, alpha)];
    const { lines } = createReplayLog(
      messages.map((message) => ({ message })),
      book,
    );
    const needs = lines.needsOf(2);
    expect(needs.map(({ line }) => line)).toEqual([note, gamma]);
    const request = messages.slice(0, 2).map((message) => book.message(message));
    const { find } = createRequestLines(lines, request);
    expect(needs.map(find)).toEqual(['present', 'present']);
  });
});

describe('scoreLines', () => {
  it('counts risk and regret against the yardstick, by kind and age', () => {
    const needs = log.lines.needsOf(8);
    const { lines: newest } = createPolicyTally();
    const met = scoreLines(newest, needs, undefined, show(0, 5, 6));
    expect(newest).toMatchObject({
      needed: 4,
      present: 3,
      stale: 0,
      regret: 0,
      atRisk: { needed: 1, present: 0, stale: 0 },
      requests: 1,
      recallSum: 0.75,
    });
    const { lines } = createPolicyTally();
    scoreLines(lines, needs, met, show(1, 2, 3, 4));
    // It has alpha and gamma; it lacks the user's words, which `newest` has; beta is stale.
    expect(lines).toMatchObject({
      needed: 4,
      present: 2,
      stale: 1,
      regret: 1,
      atRisk: { needed: 1, present: 0, stale: 1 },
      bySource: {
        'user 1-10': { needed: 1, present: 0, stale: 0, regret: 1 },
        'file 1-10': { needed: 3, present: 2, stale: 1, regret: 0 },
      },
    });
  });
});

describe('scoreEdits', () => {
  it('looks for the old text in the file as the request shows it, edits made', () => {
    const edits = log.lines.editsOf(7);
    expect(edits).toEqual([{ file: '/p/a.ts', before: `${alpha}\n${gamma}` }]);
    const tally = createPolicyTally();
    for (const request of [show(5, 6), show(1, 2, 3, 4)]) scoreEdits(tally, edits, request);
    expect(tally.edits).toEqual({ edits: 2, present: 2, stale: 0, absent: 0 });
    // Before the edit was made, after the file was written anew, without any copy, without request.
    const rewrite = call('w', 'Write', { file_path: '/p/a.ts', content: beta });
    for (const request of [show(1, 2), show(5, 6, rewrite), show(0), undefined]) {
      scoreEdits(tally, edits, request);
    }
    expect(tally.edits).toEqual({ edits: 6, present: 2, stale: 1, absent: 3 });
  });

  it('does not take loose lines for a copy of the file', () => {
    const heap: ModelMessage = { role: 'user', content: `${alpha}\n${gamma}` };
    const tally = createPolicyTally();
    scoreEdits(tally, log.lines.editsOf(7), show(heap));
    expect(tally.edits).toMatchObject({ present: 0, absent: 1 });
  });
});
