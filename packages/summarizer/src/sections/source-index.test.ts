import { makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createSourceIndex } from './source-index.js';

const sources = createSourceIndex(
  makeEntries([
    ['user', 'Take the one for $250.'],
    [
      'result',
      '{"economy": 109, "seats": 12, "viewport": {"width": 1280, "height": 720}, "sum": 1200}',
    ],
  ]),
);

describe('createSourceIndex', () => {
  it('supports a line by most of its words, or by some of the entries that it names', () => {
    const told = createSourceIndex(
      makeEntries([
        ['user', 'Can you also add one checked bag to the reservation?'],
        ['user', 'I need the fastest return trip with a stopover included.'],
      ]),
    );
    expect(told.supports('Add one checked bag, requested by the user; not done yet (#0)')).toBe(
      true,
    );
    expect(told.supports('Name the fastest return with one stop (#1)')).toBe(true);
    expect(told.supports('Name the fastest return with one stop (#0)')).toBe(false);
    expect(told.supports('Return all the money and cancel everything at once (#1)')).toBe(false);
    expect(told.supports('The user asked (#0)')).toBe(false);
  });

  it.each(['$250', '$109', '109 USD', '1,200 ms', '1280x720', '1280×720'])(
    'holds %s, whose numbers stand in data',
    (value) => {
      expect(sources.holdsValue(value)).toBe(true);
    },
  );

  it.each(['$12', '$10', '$1090', '720x1280', '12x109', '1.2.3'])('does not hold %s', (value) => {
    expect(sources.holdsValue(value)).toBe(false);
  });

  it('takes the answers to a tool that asks for words of the user, and no other result', () => {
    const asked = makeEntries([
      ['call', 'AskUserQuestion', { question: 'Which one?' }],
      ['result', 'The answer: "Option C, an extra field"'],
    ]).map((entry) => {
      const { content } = entry.message;
      if (typeof content === 'string') return entry;
      const renamed = content.map((part) => ({ ...part, toolName: 'AskUserQuestion' }));
      return { ...entry, message: { ...entry.message, content: renamed } } as typeof entry;
    });
    expect(createSourceIndex(asked).userSaid('Option C, an extra field')).toBe(true);
    expect(sources.userSaid('"economy": 109')).toBe(false);
  });
});
