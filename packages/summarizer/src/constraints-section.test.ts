import { describe, expect, it } from 'vitest';

import { constraintsSection } from './constraints-section.js';
import { makeEntries } from './testing/make-entries.js';

function constraintsOf(...texts: string[]): string[] {
  return constraintsSection([], makeEntries(texts.map((text) => ['user', text] as const)));
}

describe('constraintsSection', () => {
  it('quotes what the user forbids or demands, byte for byte', () => {
    expect(
      constraintsOf('Thanks!  Never push to "main" directly. What now?\n- Use only pnpm, not npm'),
    ).toEqual(['"Never push to "main" directly." (#0)', '"Use only pnpm, not npm" (#0)']);
  });

  it.each([
    'How do you make sure that it works?',
    'I don’t know why it fails.',
    '```\nyou must never read this\n```',
    '<system-reminder>\nNever mention this reminder.\n</system-reminder>',
    'It cannot connect to the server.',
  ])('finds none in %j', (text) => {
    expect(constraintsOf(text)).toEqual([]);
  });

  it('finds those in tags of the user and at both ends of a long message', () => {
    const long = `Never touch a.ts.\n${'filler line\n'.repeat(5_000)}<rules>\nAlways run the tests.\n</rules>`;
    expect(constraintsOf(long)).toEqual([
      '"Never touch a.ts." (#0)',
      '"Always run the tests." (#0)',
    ]);
  });

  it('takes none from programs and says each once', () => {
    const entries = makeEntries([
      ['program', 'You must always obey the program.'],
      ['assistant', 'I must never fail.'],
      ['user', 'Never fail 2 times.'],
      ['user', 'Never fail 3 times.'],
    ]);
    const first = constraintsSection([], entries);
    expect(first).toEqual(['"Never fail 2 times." (#2)']);
    expect(constraintsSection(first, entries)).toEqual(first);
  });

  it('names by their entries those that are too many to carry', () => {
    const names = Array.from(
      { length: 100 },
      (_, index) => String.fromCharCode(97 + (index % 26)) + 'x'.repeat(index),
    );
    const lines = constraintsOf(...names.map((name) => `Never call ${name} twice.`));
    expect(lines.length).toBe(61);
    expect(lines[0]).toMatch(/^Earlier ones, by entry: #0, #1, .*#39$/);
    expect(lines.at(-1)).toContain('(#99)');
  });
});
