import { expect, test } from 'vitest';
import { isReadingTask, readFiles, readingTask } from './reading-script.js';
import type { SeenCall } from './request-view.js';

const listing: SeenCall = {
  name: 'list_folder',
  input: { limit: 3 },
  result: '3 of 9 files:\na.ts (10 bytes)\nb (old).ts (20 bytes)\nc.ts (30 bytes)\nend of list',
  failed: false,
};

function read(path: string, range: string, more: Partial<SeenCall> = {}): SeenCall {
  const result = `${path}: lines ${range}\n1: const veryLongIdentifier = 1;`;
  return { name: 'read_file', input: { path }, result, failed: false, ...more };
}

function next(...calls: SeenCall[]): ReturnType<typeof readFiles> {
  return readFiles({ task: readingTask(3, undefined), calls });
}

test('a task names its stretch, and is known as a task', () => {
  expect(readingTask(6, undefined)).toContain('the first 6 files,');
  expect(readingTask(6, 'src/a b.ts')).toContain('the next 6 files after `src/a b.ts`,');
  expect(isReadingTask(readingTask(6, 'x'))).toBe(true);
  expect(isReadingTask('What is it?')).toBe(false);
});

test('the stretch is listed first, and again when the request no longer shows the list', () => {
  expect(next().call).toEqual({ name: 'list_folder', input: { limit: 3 } });
  const masked = { ...listing, result: '3 of 9 files:\na.ts (10 bytes)\n[left out]' };
  expect(next(masked, read('a.ts', '1-1 of 1')).call?.name).toBe('list_folder');
  expect(readFiles({ task: readingTask(2, 'b'), calls: [] }).call?.input).toEqual({
    after: 'b',
    limit: 2,
  });
});

test('files are read in order, long ones in two pieces', () => {
  expect(next(listing).call?.input).toEqual({ path: 'a.ts' });
  const first = read('a.ts', '1-60 of 200');
  expect(next(listing, first).call?.input).toEqual({ path: 'a.ts', from_line: 61 });
  const second = read('a.ts', '61-120 of 200', { input: { path: 'a.ts', from_line: 61 } });
  expect(next(listing, first, second).call?.input).toEqual({ path: 'b (old).ts' });
});

test('a file that cannot be read is passed over', () => {
  const failed = read('a.ts', '', { failed: true, result: 'a.ts: cannot be read (EACCES)' });
  expect(next(listing, failed).call?.input).toEqual({ path: 'b (old).ts' });
});

test('every third file leads to a search, a note and the end of the turn', () => {
  const last = read('c.ts', '1-1 of 1');
  const search = next(listing, last);
  expect(search.call).toEqual({ name: 'search_text', input: { text: 'veryLongIdentifier' } });
  const found: SeenCall = {
    name: 'search_text',
    input: search.call?.input ?? {},
    result: '1 lines hold "veryLongIdentifier"\nc.ts:1: const veryLongIdentifier = 1;',
    failed: false,
  };
  const note = next(listing, last, found);
  expect(note.call?.name).toBe('write_note');
  expect(String(note.call?.input['note'])).toContain('c.ts: 1 lines hold');
  const noted: SeenCall = { name: 'write_note', input: {}, result: 'Noted', failed: false };
  const end = next(listing, last, found, noted);
  expect(end.call).toBeUndefined();
  expect(end.text).toBe('Read 3 files, from `a.ts` to `c.ts`.');
});
