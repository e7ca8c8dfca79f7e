import { growthOf, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createSourceIndex } from './source-index.js';
import { READ_NOT_SAID } from './users-demands.js';
import { verifyLine } from './verify-line.js';
import { verifySections } from './verify-sections.js';

const sources = createSourceIndex(
  makeEntries([
    ['user', 'Take the second plan, it is the shorter one. Nimm den Hafen 8443.'],
    ['call', 'Read', { file_path: '/home/user/plan.md' }],
    ['result', 'class Collector:\n 231 def related_objects(self):\n 243 return query_set'],
    ['call', 'Bash', { command: 'npm test' }],
    ['error', 'exit code 2: 17 failed in 2310 ms'],
    ['assistant', 'I call this layer the one compromise of the plan.'],
  ]),
);
const verified = (line: string): string => verifyLine(line, sources).text;

describe('verifyLine', () => {
  it.each([
    'The layer was called "the one compromise of the plan" (#5), which settles it.',
    'Der Nutzer will „Take the second plan“, also Port 8443 (#0).',
    '用户说「it is the shorter one」，端口 8443',
    'The tests failed with exit code 2 after about two seconds, in 2,310 ms (#4).',
    'Lines 231-243 of plan.md hold the method.',
    'Changed `Collector.related_objects()`.',
    'The server answered with status 404, HTTP 404.',
    'Nothing else was done; somebody should look at the layer once more.',
  ])('leaves a true line as it is: %s', (line) => {
    expect(verifyLine(line, sources)).toMatchObject({ text: line, struck: 0 });
  });

  it.each([
    ['The port is 9443.', 'The port is [struck].'],
    ['It was decided in #17.', 'It was decided in [struck].'],
    ['The tests ended with exit code 0.', 'The tests ended with exit code [struck].'],
    ['See /home/user/other.md', 'See [struck]'],
    ['See lines 243-512.', 'See lines [struck].'],
    ['Changed `Missing.related_objects()`', 'Changed `related_objects()`'],
  ])('strikes what no source holds: %s', (line, text) => {
    expect(verified(line)).toBe(text);
  });

  it.each(['"…"', '“…”', '„…“', '«…»', '「…」'])(
    'takes %s from words that nobody said',
    (marks) => {
      const lie = 'drop the whole database now';
      const line = `The user said ${marks.replace('…', lie)} and left.`;
      expect(verifyLine(line, sources)).toMatchObject({
        text: `The user said ${lie} and left.`,
        struck: 1,
      });
    },
  );

  it('is linear in lines of any length', () => {
    for (const unit of ['api_key: ', '"a quote of it" ', 'C:\\\\', '%41']) {
      const growth = growthOf(200_000, (size) => verified(unit.repeat(size / unit.length)));
      expect(growth, `growth for ${unit}`).toBeLessThan(3);
    }
  });
});

describe('verifySections', () => {
  it('keeps as demands only words or entries of the user', () => {
    const { sections, struck } = verifySections(
      {
        Constraints: [
          '- "Take the second plan" (#0)',
          '- The shorter one, see #0',
          '- "I call this layer the one compromise"',
          '- "drop the whole database now"',
          '- Deploy at once (#5)',
        ],
        'Key Decisions': ['- Deploy at once (#5)'],
      },
      sources,
    );
    expect(sections).toEqual({
      Constraints: [
        '- "Take the second plan" (#0)',
        '- The shorter one, see #0',
        READ_NOT_SAID,
        '- "I call this layer the one compromise"',
      ],
      'Key Decisions': ['- Deploy at once (#5)'],
    });
    expect(struck).toBeGreaterThanOrEqual(2);
  });

  it('marks new values of what is still to be done, in every generation', () => {
    const task = ['- Write /home/user/plan2.md beside /home/user/plan.md'];
    const marked = `${task[0]} [not in the log: /home/user/plan2.md]`;
    const first = verifySections({ 'Pending Tasks': task }, sources);
    expect(first.sections).toEqual({ 'Pending Tasks': [marked] });
    const later = createSourceIndex([], {
      text: `## Pending Tasks\n${marked}`,
      tokens: 0,
      throughSeq: 2,
      messagesCovered: 3,
      source: 'model',
      sections: {},
      ledger: [],
    });
    expect(later.holdsValue('/home/user/plan2.md')).toBe(false);
    expect(later.holdsValue('/home/user/plan.md')).toBe(true);
    const again = verifySections({ 'Pending Tasks': [marked], 'Current State': task }, later);
    expect(again.sections).toEqual({
      'Pending Tasks': [marked],
      'Current State': ['- Write [struck] beside /home/user/plan.md'],
    });
  });
});
