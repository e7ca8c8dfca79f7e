import { countTokens, type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../snapshot/extractive-summarizer.js';
import { entryActions } from '../actions/entry-actions.js';
import { MAX_CHANGED_FILES, MAX_READ_FILES, updateFileTable } from './file-table.js';
import { fileStates, filesSection, withoutDetails } from './files-section.js';

const read = (path: string): Line => ['call', 'Read', { file_path: path }];
const readPart = (path: string): Line => ['call', 'Read', { file_path: path, offset: 10 }];
const edit = (path: string): Line => ['call', 'Edit', { file_path: path, old_string: 'a' }];
const write = (path: string): Line => ['call', 'Write', { file_path: path, content: 'x' }];
const run = (command: string): Line => ['call', 'Bash', { command }];

function stateOf(...lines: Line[]): string {
  const table = updateFileTable([], entryActions(makeEntries(lines)));
  return table
    .map(({ path, lastReadSeq = '-', lastWriteSeq = '-', stale }) =>
      [path, lastReadSeq, lastWriteSeq, stale ? 'stale' : 'fresh'].join(' '),
    )
    .join(', ');
}

describe('updateFileTable', () => {
  it.each<[lines: Line[], state: string]>([
    [[read('a.ts')], 'a.ts 0 - fresh'],
    [[read('a.ts'), edit('a.ts')], 'a.ts 0 1 stale'],
    [[read('a.ts'), edit('a.ts'), read('a.ts')], 'a.ts 2 1 fresh'],
    [[read('a.ts'), edit('a.ts'), readPart('a.ts')], 'a.ts 2 1 stale'],
    [[read('a.ts'), write('a.ts')], 'a.ts 0 1 fresh'],
    [[read('a.ts'), run("sed -i 's/a/b/' a.ts")], 'a.ts 0 1 stale'],
    [[run('cat a.ts'), run('node make.js > a.ts')], 'a.ts 0 1 stale'],
    [[run("cat > a.ts <<'EOF'\nx\nEOF")], 'a.ts - 0 fresh'],
    [[edit('a.ts'), ['error', 'no match']], ''],
  ])('%j: %s', (lines, state) => {
    expect(stateOf(...lines)).toBe(state);
  });

  it('is bounded to the files used last', () => {
    const lines = Array.from({ length: 200 }, (_, index) => [
      read(`r${index}.ts`),
      write(`w${index}.ts`),
    ]).flat();
    const table = updateFileTable([], entryActions(makeEntries(lines)));
    expect(table).toHaveLength(MAX_CHANGED_FILES + MAX_READ_FILES);
    expect(table.at(-1)?.path).toBe('w199.ts');
    expect(table.at(-2)?.path).toBe('r199.ts');
  });
});

describe('filesSection', () => {
  const lines = [read('a.ts'), edit('a.ts'), read('b.ts'), write('c.ts'), edit('c.ts')];

  it('says what was changed, and what is no longer known of it', () => {
    expect(filesSection([], entryActions(makeEntries(lines)))).toEqual([
      'a.ts: edited 1× (#1), +0 −1, read #0, stale',
      'c.ts: edited 1×, written 1× (#3–#4), +1 −1',
      'Read: b.ts #2',
    ]);
  });

  it('says what was restored, and counts anew from there', () => {
    const before = filesSection([], entryActions(makeEntries(lines)));
    const restore = entryActions(makeEntries([run('git checkout -- a.ts')], 5));
    const restored = [
      'c.ts: edited 1×, written 1× (#3–#4), +1 −1',
      'a.ts: restored (#5), read #0, stale',
      'Read: b.ts #2',
    ];
    expect(filesSection(before, restore)).toEqual(restored);
    expect(filesSection(restored, [])).toEqual(restored);
    const again = entryActions(makeEntries([edit('a.ts')], 6));
    expect(filesSection(restored, again)).toContain('a.ts: edited 1× (#6), +0 −1, read #0, stale');
  });

  it('restores all files that git knows', () => {
    const all = entryActions(makeEntries([run('git stash')], 5));
    const section = filesSection(filesSection([], entryActions(makeEntries(lines))), all);
    expect(section).toContain('a.ts: restored (#5), read #0, stale');
    expect(section).toContain('c.ts: edited 1×, written 1× (#3–#4), +1 −1');
  });

  it('reads the lines of earlier versions', () => {
    expect(filesSection(['Only read: b.ts #2'], [])).toEqual(['Read: b.ts #2']);
  });

  it('names what the calls changed, and by how many lines', () => {
    const old_string = 'const LIMIT = 5;\nfunction parseTokens(text) {\n  return text;\n}';
    const new_string =
      'const LIMIT = 7;\nfunction parseTokens(text) {\n  scan();\n  return text;\n}';
    const patch =
      '*** Begin Patch\n*** Update File: b.py\n@@\n-def run(a):\n+def run(a, b):\n*** End Patch';
    const section = filesSection(
      [],
      entryActions(
        makeEntries([
          ['call', 'Edit', { file_path: 'a.ts', old_string, new_string }],
          ['result', 'ok'],
          ['call', 'Write', { file_path: 'c.yaml', content: `port: 80\n${'- x\n'.repeat(2_000)}` }],
          ['result', 'ok'],
          ['call', 'apply_patch', { input: patch }],
          ['result', 'ok'],
          ['call', 'Edit', { file_path: 'a.ts', old_string: 'class Scanner {', new_string: '' }],
        ]),
      ),
    );
    expect(section).toEqual([
      'c.yaml: written 1× (#2), +>999 −0 in port',
      'b.py: edited 1× (#4), +1 −1 in run',
      'a.ts: edited 2× (#0–#6), +2 −2 in LIMIT',
    ]);
    expect(filesSection(section, [])).toEqual(section);
    expect(section.map(withoutDetails)).toEqual([
      'c.yaml: written 1× (#2)',
      'b.py: edited 1× (#4)',
      'a.ts: edited 2× (#0–#6)',
    ]);
  });

  it('gives in two steps what it gives in one, and keeps lines that others wrote', () => {
    const actions = entryActions(makeEntries(lines));
    for (let cut = 0; cut <= actions.length; cut++) {
      const first = filesSection(['x.ts was rewritten'], actions.slice(0, cut));
      expect(filesSection(first, actions.slice(cut))).toEqual(
        filesSection(['x.ts was rewritten'], actions),
      );
    }
    const section = filesSection([], actions);
    expect(filesSection(section, [])).toEqual(section);
    expect(fileStates(section)).toHaveLength(3);
  });

  it('is carried as data by every snapshot', async () => {
    const summarizer = createExtractiveSummarizer();
    const options = { maxTokens: 1_000, count: countTokens };
    const first = await summarizer.summarize({ ...options, entries: makeEntries(lines) });
    const { snapshot } = await summarizer.summarize({
      ...options,
      previous: first.snapshot,
      entries: makeEntries([read('a.ts')], 5),
    });
    expect(snapshot.files?.map(({ path }) => path)).toEqual(['b.ts', 'c.ts', 'a.ts']);
    expect(snapshot.files?.at(-1)).toEqual({
      path: 'a.ts',
      firstSeq: 1,
      lastReadSeq: 5,
      lastWriteSeq: 1,
      added: 0,
      removed: 1,
      names: [],
      edited: 1,
      written: 0,
      deleted: 0,
      stale: false,
    });
    expect(snapshot.text).toContain('- a.ts: edited 1× (#1), +0 −1, read #5\n');
  });
});
