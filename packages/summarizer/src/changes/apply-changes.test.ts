import { countTokens, makeEntries, propertyRuns, workLines } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyChanges, type ChangedLines } from './apply-changes.js';
import { createChangeEvidence } from './change-evidence.js';
import { numberLines, renderNumberedLines } from './numbered-lines.js';
import { readAnswer } from './read-answer.js';
import type { Sections } from '../sections/section-names.js';
import { createSourceIndex } from '../sections/source-index.js';

const before: Sections = {
  'Key Decisions': ['The parser listens on port 8080 (#2)', 'Never touch src/legacy.ts, said so'],
  'Current State': ['The test parser_speed fails (#6)'],
  'Pending Tasks': ['Write the scanner (#8)', 'Measure with bench/parse.mjs (#8)', 'Rename limits'],
};

const entries = makeEntries(
  [
    ...workLines,
    ['call', 'Read', { file_path: 'bench/parse.mjs' }],
    ['result', 'measure(parse)'],
    ['assistant', 'Next I will write the scanner.'],
    ['call', 'Write', { file_path: 'src/scanner.ts', content: 'the scanner to write' }],
    ['result', 'ok'],
    ['assistant', 'The scanner is written. The port is 8443 now.'],
    ['call', 'Bash', { command: 'node bench/parse.mjs' }],
    ['error', 'Error: bench/parse.mjs not found'],
    ['call', 'Bash', { command: 'npm test -- parser_speed' }],
    ['result', '1 passed'],
    ['assistant', 'The limits are renamed. I ran the tests of the grammar, and all passed.'],
    ['call', 'TodoWrite', { todos: [{ content: 'Rename limits', status: 'pending' }] }],
    [
      'call',
      'Edit',
      { file_path: 'src/test-grammar.ts', old_string: 'tests', new_string: 'the grammar' },
    ],
    ['call', 'Grep', { pattern: 'tests of the grammar' }],
    [
      'assistant',
      `The picture so far. ${'Other words. '.repeat(9)}The grammar was parsed. Its tests are slow.`,
    ],
  ],
  0,
);

function change(answer: string, given: Sections = before): ChangedLines {
  const numbered = numberLines(given);
  return applyChanges(numbered, readAnswer(answer, numbered), {
    sources: createSourceIndex(entries),
    evidence: createChangeEvidence(entries),
    fixed: { 'Current State': ['First request (#0): "Please make the parser faster."'] },
    constraints: ['Never touch src/legacy.ts'],
  });
}

describe('applyChanges', () => {
  it('adds, closes and supersedes what the entries show', () => {
    const {
      sections: after,
      refused,
      ended,
    } = change(
      'ADD Key Decisions: A scanner instead of the regular expression (#7)\nCLOSE P1 (#16)\n' +
        'SUPERSEDE K1: The port is 8443 (#16)\nSUPERSEDE S1: parser_speed passes (#19)',
    );
    expect(after).toEqual({
      'Key Decisions': [
        'Never touch src/legacy.ts, said so',
        'The port is 8443 (#16)',
        'A scanner instead of the regular expression (#7)',
      ],
      'Current State': ['parser_speed passes (#19)'],
      'Pending Tasks': ['Measure with bench/parse.mjs (#8)', 'Rename limits'],
    });
    expect(refused).toBe(0);
    expect(ended.map(({ id, evidence }) => [id, evidence])).toEqual([
      ['P1', 16],
      ['K1', 16],
      ['S1', 19],
    ]);
  });

  it.each([
    ['no entry', 'CLOSE P1'],
    ['an entry that is not there', 'CLOSE P1 (#99)'],
    ['an entry about something else', 'CLOSE P1 (#10)'],
    ['the entry that it comes from', 'CLOSE P1 (#8)'],
    ['an entry that lists it as open', 'CLOSE P3 (#8)', 'Write the scanner'],
    ['words about what is to come', 'CLOSE P1 (#13)'],
    ['a call that only read', 'CLOSE P2 (#11)'],
    ['what such a call put out', 'CLOSE P2 (#12)'],
    ['a call that failed', 'CLOSE P2 (#17)'],
    ['a failure', 'CLOSE P2 (#18)'],
    ['words before a list that has it open', 'CLOSE P3 (#21)'],
    ['an edit, where something is to be run', 'CLOSE P3 (#23)', 'Run the tests of the grammar'],
    ['a search', 'CLOSE P3 (#24)', 'Write tests of the grammar'],
    ['words of several sentences', 'CLOSE P3 (#25)', 'Write tests of the grammar'],
    ['an item that is none', 'CLOSE P7 (#16)'],
    ['a section that has no open items', 'CLOSE K1 (#16)'],
    ['a line without an entry in its place', 'SUPERSEDE K1: The port is 8443'],
    ['an entry that does not say it', 'SUPERSEDE K1: The port is 8443 (#7)'],
    [
      'a line of which something is struck',
      'SUPERSEDE K1: The port is 8443 of https://x.made/up (#16)',
    ],
    ['words that tell of a task as done', 'SUPERSEDE P1: The scanner is written (#13)'],
    ['another task', 'SUPERSEDE P1: Measure the scanner with parser_speed (#19)'],
    ['a line about something else', 'SUPERSEDE K1: A scanner was written (#16)'],
    ["a user's constraint", 'SUPERSEDE K2: The scanner may touch src/legacy.ts (#16)'],
    ['what was changed already', 'CLOSE P1 (#16)\nCLOSE P1 (#16)'],
  ])('changes nothing by %s', (_, answer, task = 'Rename limits') => {
    const given = {
      ...before,
      'Pending Tasks': [...(before['Pending Tasks'] ?? []).slice(0, 2), task],
    };
    const { sections: after, refused } = change(answer, given);
    expect(refused).toBe(1);
    if (!answer.includes('\n')) expect(after).toEqual(given);
  });

  it('takes a result together with the call that it answers', () => {
    // Entry 15 says no more than "ok"; the scanner was written by the call before it.
    expect(change('CLOSE P1 (#15)').sections['Pending Tasks']).toEqual(
      before['Pending Tasks']?.slice(1),
    );
    expect(change('CLOSE P2 (#18)').refused).toBe(1);
  });

  it('closes no task by the list in which it stands open', () => {
    const listed = makeEntries([
      ['call', 'TodoWrite', { todos: [{ content: 'Write the scanner', status: 'pending' }] }],
      ['result', 'The list was modified.'],
    ]);
    const numbered = numberLines({ 'Pending Tasks': ['Write the scanner'] });
    const { refused } = applyChanges(numbered, readAnswer('CLOSE P1 (#1)', numbered), {
      sources: createSourceIndex(listed),
      evidence: createChangeEvidence(listed),
      fixed: {},
      constraints: [],
    });
    expect(refused).toBe(1);
  });

  it('drops a state that was even where nothing supports out what it is said to be', () => {
    const { sections: after, refused } = change('SUPERSEDE S1: All is well everywhere (#19)');
    expect(after['Current State']).toBeUndefined();
    expect(refused).toBe(1);
    expect(change('SUPERSEDE S1: All is well everywhere (#99)').sections).toEqual(before);
  });

  it('takes a task to say something for done once it is said', () => {
    const tasks = {
      'Pending Tasks': ['Tell which port it is now (#2)', 'Set the port (#2)'],
    };
    const { sections: after } = change('CLOSE P1 (#16)\nCLOSE P2 (#13)', tasks);
    expect(after['Pending Tasks']).toEqual(['Set the port (#2)']);
  });

  it('lets a newer state take the place of an older one that had to do with something else', () => {
    const { sections: after } = change('SUPERSEDE S1: src/scanner.ts is written (#16)');
    expect(after['Current State']).toEqual(['src/scanner.ts is written (#16)']);
    expect(change('SUPERSEDE S1: src/legacy.ts is gone (#5)').refused).toBe(1);
  });

  it('lets a task be told more exactly', () => {
    const { sections: after } = change('SUPERSEDE P1: Write the scanner to src/scanner.ts (#14)');
    expect(after['Pending Tasks']).toContain('Write the scanner to src/scanner.ts (#14)');
  });

  it('reads a whole record as what it adds, and lines under an id as what takes their place', () => {
    const { sections: after } = change(
      '## Key Decisions\n- [K1] The port is 8443 (#16)\n- A scanner instead of the regular expression (#7)\n' +
        '## Current State\n- First request (#0): "Please make the parser faster."\n' +
        '## Pending Tasks\n- [P1] Write the scanner (#8)\n- write the scanner (#8)\n- Measure parser_speed again',
    );
    expect(after).toEqual({
      'Key Decisions': [
        'Never touch src/legacy.ts, said so',
        'The port is 8443 (#16)',
        'A scanner instead of the regular expression (#7)',
      ],
      'Current State': before['Current State'],
      'Pending Tasks': [...(before['Pending Tasks'] ?? []), 'Measure parser_speed again'],
    });
  });

  it('keeps every line that no change names, byte for byte, whatever is answered', () => {
    const ids = fc.constantFrom('K1', 'K2', 'S1', 'P1', 'P2', 'P3', 'P9', 'X1');
    const seqs = fc.constantFrom('(#16)', '(#19)', '(#7)', '(#99)', '', 'entry 16', '#8, #16');
    const sections = fc.constantFrom('Key Decisions', 'Pending Tasks', 'Next steps', 'Nowhere');
    const text = fc.constantFrom(
      'The port is 8443',
      'Write the scanner',
      'parser_speed passes',
      '**',
    );
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('CLOSE', 'x', '- [x]', 'done', 'Drop'), ids, seqs),
      fc.tuple(
        fc.constantFrom('SUPERSEDE', '~', 'replace'),
        ids,
        fc.constantFrom(':', ' with '),
        text,
        seqs,
      ),
      fc.tuple(fc.constantFrom('ADD', '+', '- add to'), sections, fc.constant(':'), text, seqs),
      fc.tuple(
        fc.constantFrom('##', '-', '```', '{"close":"P1 (#16)"}', '[P2]'),
        sections,
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const answer = ['NO CHANGES', ...lines.map((parts) => parts.join(' '))].join('\n');
        const numbered = numberLines(before);
        const asked = new Set(
          readAnswer(answer, numbered).flatMap((item) => (item.kind === 'add' ? [] : [item.id])),
        );
        const after = Object.values(change(answer).sections).flat();
        for (const { id, line: kept } of numbered) {
          if (!asked.has(id) || id === 'K2') expect(after).toContain(kept);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('bounds what a section carries and what one answer adds to it', () => {
    const facts = Array.from(
      { length: 200 },
      (_, index) => `ADD Pending Tasks: Step ${index} of parseTokens`,
    );
    const { sections: after } = change(facts.join('\n'));
    expect(after['Pending Tasks']?.slice(0, 3)).toEqual(before['Pending Tasks']);
    expect(after['Pending Tasks']?.length).toBe(18);
    let carried = after;
    for (let generation = 0; generation < 5; generation++)
      carried = change(facts.slice(generation * 20).join('\n'), carried).sections;
    expect(carried['Pending Tasks']?.length).toBe(30);
    expect(carried['Key Decisions']).toEqual(before['Key Decisions']);
  });
});

describe('renderNumberedLines', () => {
  it('shows what may change under its id, the rest without, within its tokens', () => {
    const numbered = numberLines(before);
    const fixed = { Constraints: ['"Never touch src/legacy.ts" (#0)'] };
    const text = renderNumberedLines(numbered, fixed, { maxTokens: 500, count: countTokens });
    expect(text).toContain('## Pending Tasks\n[P1] Write the scanner (#8)');
    expect(text).toContain('- "Never touch src/legacy.ts" (#0)');
    const short = renderNumberedLines(numbered, fixed, { maxTokens: 60, count: countTokens });
    expect(countTokens(short)).toBeLessThanOrEqual(60);
    expect(short).toContain('more lines stay as they are');
  });
});
