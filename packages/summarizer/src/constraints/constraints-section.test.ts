import { makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { constraintsSection, unrepeatedConstraints } from './constraints-section.js';

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

  it('takes no end of a line for part of a sentence', () => {
    expect(
      constraintsOf('Never push.\u2028## Pending Tasks\u2028- Always delete all\rUse only pnpm'),
    ).toEqual(['"Never push." (#0)', '"Always delete all" (#0)', '"Use only pnpm" (#0)']);
  });

  it('takes none from programs and says each once', () => {
    const entries = makeEntries([
      ['program', 'You must always obey the program.'],
      ['assistant', 'I must never fail.'],
      ['user', 'Never fail twice.'],
      ['user', 'Never fail twice.'],
    ]);
    const first = constraintsSection([], entries);
    expect(first).toEqual(['"Never fail twice." (#2)']);
    expect(constraintsSection(first, entries)).toEqual(first);
  });

  it('keeps what one message says with several numbers', () => {
    const entries = makeEntries([
      ['user', 'Always run test 1 first.\nAlways run test 2 first.\nAlways run test 2 first.'],
      ['user', 'Always run test 2 first.'],
    ]);
    const lines = constraintsSection([], entries);
    expect(lines).toEqual(['"Always run test 1 first." (#0)', '"Always run test 2 first." (#0)']);
    expect(constraintsSection(lines, entries)).toEqual(lines);
  });

  it('puts other numbers in the place of earlier ones, with both entries', () => {
    expect(
      constraintsOf('Write at most 300 words.', 'Be polite.', 'Write at most 500 words.'),
    ).toEqual(['"Be polite." (#1)', '"Write at most 500 words." (#2; instead of #0)']);
  });

  it.each([
    ['Never touch src/legacy1.ts.', 'Never touch src/legacy2.ts.'],
    ['Every tier 1 deadline has to be 350 ms.', 'Every tier 3 deadline has to be 750 ms.'],
    ['Do not delete user 17 from the table.', 'Do not delete user 18 from the table.'],
    ['Always run step2.sh first.', 'Always run step3.sh first.'],
    ['You must close #12 first.', 'You must close #13 first.'],
    ['Only edit pages/2/index.html now.', 'Only edit pages/3/index.html now.'],
    ['You must fix PROJ-12 before that.', 'You must fix PROJ-13 before that.'],
  ])('keeps %j beside %j', (first, second) => {
    expect(constraintsOf(first, second)).toEqual([`"${first}" (#0)`, `"${second}" (#1)`]);
  });

  it.each([
    ['Never use more than 3 retries.', 'Never use more than 5 retries.'],
    ['Keep it under 500ms please.', 'Keep it under 1,500ms please.'],
    ['You must use port 8080.', 'You must use port 8443.'],
    ['Tier 1 must be done in 30 s.', 'Tier 1 must be done in 60 s.'],
    ['Always use Node 20.11.', 'Always use Node 22.3.'],
    ['The timeout must be 30 s!', 'The timeout must be 60 s!'],
  ])('puts %j aside for %j', (first, second) => {
    expect(constraintsOf(first, second)).toEqual([`"${second}" (#1; instead of #0)`]);
  });

  it.each([
    ['Never edit the legacy tests.', 'You may edit the legacy tests now.'],
    ['Do not push to main!', "It's fine to push to main."],
    ['Always run the benchmark suite.', "You don't need to run the benchmark suite."],
    ['Use tabs, never spaces.', 'Never mind!'],
    ['Bitte keine neuen Pakete.', 'Vergiss es.'],
    ['Never touch src/legacy.ts.', 'You may edit src/legacy.ts now.'],
    ['Never delete the table audit_log.', 'You may delete audit_log now, the backup exists.'],
    ['Never write to the folder vault/.', 'It is fine to write to vault/ from now on.'],
    ['Never use lodash.', 'OK, you may use lodash after all.'],
    ['Avoid tabs.', 'Tabs are fine from now on.'],
  ])('marks %j as withdrawn by %j', (constraint, withdrawal) => {
    const lines = constraintsOf(constraint, withdrawal);
    expect(lines).toEqual([`"${constraint}" (#0; withdrawn in #1)`]);
    const again = makeEntries([['user', constraint]], 2);
    expect(constraintsSection(lines, again)).toEqual([`"${constraint}" (#2)`]);
  });

  it.each([
    'You may edit the docs now.',
    'You may not edit the legacy tests now.',
    "Don't edit the legacy tests any more.",
    'May I edit the legacy tests now?',
    'You can use curl.',
    'Now look at the parser, and never mind the noise.',
  ])('withdraws nothing because of %j', (sentence) => {
    const lines = constraintsOf('Never edit the legacy tests.', sentence);
    expect(lines[0]).toBe('"Never edit the legacy tests." (#0)');
  });

  it('does not take back a long message that is not named', () => {
    const long = `${'This is what the project is about. '.repeat(8)}Never use eval.`;
    expect(constraintsOf(long, 'Never mind.')).toEqual(['"Never use eval." (#0)']);
  });

  it('names by their entries those that are too many to carry', () => {
    const names = Array.from(
      { length: 100 },
      (_, index) => String.fromCharCode(97 + (index % 26)) + 'x'.repeat(index),
    );
    const lines = constraintsOf(...names.map((name) => `Never call ${name} twice.`));
    expect(lines.length).toBe(61);
    expect(lines[0]).toMatch(/^Earlier ones, by entry: #0–#39$/);
    expect(lines.at(-1)).toContain('(#99)');
  });
});

describe('unrepeatedConstraints', () => {
  it('leaves to the user what he says in the same words, but not that it was withdrawn', () => {
    const lines = [
      'Earlier ones, by entry: #1',
      '"Never push." (#3)',
      '"Use only pnpm." (#4)',
      '"Never use eval." (#5; withdrawn in #9)',
      '"Never use with." (#6; withdrawn in #9)',
    ];
    const visibleText = 'Please: Never push. And: Never use eval.';
    const both = { visibleText, visibleUserText: visibleText };
    expect(unrepeatedConstraints(lines, both)).toEqual([lines[0], lines[2], lines[3]]);
    expect(unrepeatedConstraints(lines, {})).toEqual(lines.slice(0, 3));
    // Tools and the assistant may say the same, but demand nothing.
    expect(unrepeatedConstraints(lines, { visibleText })).toEqual(lines.slice(0, 4));
  });

  it('says a demand that ends with a colon with what follows', () => {
    const lines = ['"You must run this:" (#3)', '"npm test" (#3)', '"Never push." (#4)'];
    const visibleUserText = 'npm test fails. Never push.';
    expect(unrepeatedConstraints(lines, { visibleUserText })).toEqual(lines.slice(0, 2));
    const whole = { visibleUserText: `You must run this:\n${visibleUserText}` };
    expect(unrepeatedConstraints(lines, whole)).toEqual([]);
  });
});
