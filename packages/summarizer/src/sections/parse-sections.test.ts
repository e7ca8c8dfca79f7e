import { anyCharacter } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { goodAnswer, summarize } from '../../test/support/model-summary.js';
import { formatSections } from './format-sections.js';
import { parseSections } from './parse-sections.js';
import { SECTION_NAMES } from './section-names.js';
import { snapshotSectionsSchema } from './sections-schema.js';

describe('parseSections', () => {
  // promise: context-12
  it('reads what was asked for', () => {
    expect(
      parseSections('## Files Modified\n- a.ts: new\n- b.ts\n\n## Pending Tasks\n- none\n'),
    ).toEqual({ 'Files Modified': ['a.ts: new', 'b.ts'], 'Pending Tasks': [] });
  });

  it('reads other names, levels and forms of headings', () => {
    const answer = [
      'Sure! Here is the record:',
      '```markdown',
      '# Modified Files',
      '1. a.ts',
      '**Decisions:**',
      '* use b',
      'Next steps:',
      '- test',
      '### 4. Current status',
      'All well',
      '__Constraints__: never c',
      '```',
      '## Closing words',
      'I hope this helps!',
    ].join('\n');
    expect(parseSections(answer)).toEqual({
      'Files Modified': ['a.ts'],
      'Key Decisions': ['use b'],
      'Pending Tasks': ['test'],
      'Current State': ['All well'],
      Constraints: ['never c'],
    });
  });

  it('joins repeated headings and keeps the order of lines', () => {
    const sections = parseSections('## Decisions\n- one\n## State\n- x\n## Decisions\n- two');
    expect(sections['Key Decisions']).toEqual(['one', 'two']);
    expect(Object.keys(sections)).toHaveLength(2);
  });

  it('puts what is nested below a line behind it', () => {
    const long = 'x'.repeat(380);
    expect(
      parseSections(
        [
          '## Files Modified',
          '- `src/a.ts`:',
          '  - `one()` added (#1)',
          '  - `two()` removed (#2)',
          `  - ${long}`,
          '- b.ts',
          '\t* renamed',
          '## Key Decisions',
          '  - indented, and nothing above it',
        ].join('\n'),
      ),
    ).toEqual({
      'Files Modified': [
        '`src/a.ts`: `one()` added (#1); `two()` removed (#2)',
        `\`src/a.ts\`: ${long}`,
        'b.ts; renamed',
      ],
      'Key Decisions': ['indented, and nothing above it'],
    });
  });

  it('finds nothing in prose', () => {
    expect(parseSections('I cannot do that. Files are fine: yes.')).toEqual({});
  });

  it('bounds what it keeps', () => {
    const endless = `## Current State\n${`- ${'word '.repeat(400)}\n`.repeat(500)}`;
    const lines = parseSections(endless)['Current State'] ?? [];
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(400);
  });
});

describe('snapshotSectionsSchema', () => {
  const read = (markdown: string): unknown => parseSections(markdown, { bounded: false });

  it('holds the sections of a model’s snapshot, which Markdown gives back as they were', async () => {
    const { snapshot } = await summarize(() => goodAnswer);
    const sections = snapshotSectionsSchema.parse(snapshot.sections);
    expect(Object.keys(sections).length).toBeGreaterThan(3);
    expect(read(formatSections(sections))).toEqual(sections);
  });

  // promise: context-12
  it('goes to Markdown and back', () => {
    const awkward = fc.constantFrom('## State', '- x', '1. one', '```', '**Files:**', 'Next: a');
    const text = fc.string({ minLength: 1, maxLength: 500, unit: anyCharacter });
    const line = fc
      .oneof(awkward, text)
      .map((said) => said.replaceAll('\n', ' ').trim())
      .filter((said) => snapshotSectionsSchema.safeParse({ Constraints: [said] }).success);
    const names = fc.uniqueArray(fc.constantFrom(...SECTION_NAMES));
    const sections = names.chain((chosen) =>
      fc.record(
        Object.fromEntries(chosen.map((name) => [name, fc.array(line, { maxLength: 50 })])),
      ),
    );
    fc.assert(
      fc.property(sections, (given) => {
        expect(snapshotSectionsSchema.parse(given)).toEqual(given);
        expect(read(formatSections(given))).toEqual(given);
      }),
      { numRuns: 40 },
    );
  });

  it.each([['two\nlines'], [' blanks '], [''], ['none'], [3]])('refuses the line %j', (line) => {
    expect(snapshotSectionsSchema.safeParse({ 'Key Decisions': [line] }).success).toBe(false);
  });
});
