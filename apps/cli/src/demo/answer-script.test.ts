import { expect, test } from 'vitest';
import {
  answerQuestion,
  isQuestion,
  keyAndValue,
  questionText,
  type Target,
} from './answer-script.js';
import type { SeenCall } from './request-view.js';

const target: Target = { path: 'package.json', key: 'packageManager' };

function search(result: string): SeenCall {
  return { name: 'history_search', input: { query: 'x' }, result, failed: false };
}

function expand(entry: number, result: string, fromLine?: number): SeenCall {
  const input = fromLine === undefined ? {} : { from_line: fromLine };
  return { name: 'history_expand', input: { entries: [entry], ...input }, result, failed: false };
}

function next(...calls: SeenCall[]): ReturnType<typeof answerQuestion> {
  return answerQuestion({ task: questionText(target), calls });
}

const hits = search('entry 12: … packageManager …\nentry 4: other');
const reading = 'entry 12 (tool, 2026-01-01):\npackage.json: lines 1-9 of 9\n';

test('a question is known by its words', () => {
  expect(isQuestion(questionText(target))).toBe(true);
  expect(isQuestion(questionText({ path: 'a b.md', line: 3 }))).toBe(true);
  expect(isQuestion('Read the next 6 files after `x`')).toBe(false);
});

test('the stored history is searched, and hits are opened one by one', () => {
  expect(next().call).toEqual({
    name: 'history_search',
    input: { query: 'package.json lines packageManager', limit: 20 },
  });
  expect(next(hits).call?.input).toEqual({ entries: [12] });
  expect(
    next(hits, expand(12, 'entry 12 (tool, …):\nother.json: lines 1-2 of 2')).call?.input,
  ).toEqual({ entries: [4] });
});

test('the answer is what stands behind the key, word for word', () => {
  const opened = expand(12, `${reading}3:   "packageManager": "pnpm@12.21.0",`);
  expect(next(hits, opened)).toEqual({ text: '`pnpm@12.21.0`' });
});

test('an entry that was cut is opened further', () => {
  const cut = expand(12, `${reading}1: {\n[7 more lines, from line 3]`);
  expect(next(hits, cut).call?.input).toEqual({ entries: [12], from_line: 3 });
  const rest = expand(12, 'entry 12 (tool, …):\n3:   "packageManager": "pnpm@12.21.0",', 3);
  expect(next(hits, cut, rest)).toEqual({ text: '`pnpm@12.21.0`' });
});

test('what is not stored is not made up', () => {
  const nothing = search('No entry of this conversation contains x.');
  expect(next(nothing)).toEqual({ text: 'The stored history does not hold it.' });
});

test('a whole line can be asked for', () => {
  const task = questionText({ path: 'package.json', line: 2 });
  const calls = [hits, expand(12, `${reading}1: {\n2:   "name": "everlong",`)];
  expect(answerQuestion({ task, calls })).toEqual({ text: '`"name": "everlong",`' });
});

test.each([
  ['1: "version": "1.2.3",', { key: 'version', value: '1.2.3' }],
  ['20: export const maxTokens = 128_000;', { key: 'maxTokens', value: '128_000' }],
  ['3: PORT=8080', { key: 'PORT', value: '8080' }],
  ["4:   '@ai-sdk/openai': 4.0.118", { key: '@ai-sdk/openai', value: '4.0.118' }],
  ['5: if (a === b) return;', undefined],
  ['6: # name: with words behind it', undefined],
])('%s', (line, expected) => {
  expect(keyAndValue(line)).toEqual(expected);
});
