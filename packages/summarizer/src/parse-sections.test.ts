import { describe, expect, it } from 'vitest';

import { countSections, parseSections } from './parse-sections.js';

describe('parseSections', () => {
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
    expect(countSections(sections)).toBe(2);
  });

  it('finds nothing in prose', () => {
    expect(countSections(parseSections('I cannot do that. Files are fine: yes.'))).toBe(0);
  });

  it('bounds what it keeps', () => {
    const endless = `## Current State\n${`- ${'word '.repeat(400)}\n`.repeat(500)}`;
    const lines = parseSections(endless)['Current State'] ?? [];
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(400);
  });
});
