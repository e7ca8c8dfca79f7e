import { expect, it } from 'vitest';

import { extractStatements } from './extract-statements.js';

/** What is found, in short. */
function found(text: string): string[] {
  return extractStatements(text, '2026-03-04T10:00:00.000Z').map((each) =>
    each.type === 'replacement'
      ? `${each.old ?? '?'} -> ${each.new ?? 'nothing'}`
      : `${each.subject} ${each.isNegated ? 'not ' : ''}${each.predicate}: ${each.object}`,
  );
}

it.for([
  [
    'I live in Leipzig and work at Zeiss as an engineer.',
    ['I lives in: Leipzig', 'I works at: Zeiss', 'I job title: engineer'],
  ],
  ["I'm allergic to nuts, but I love tea.", ['I allergic to: nuts', 'I likes: tea']],
  ['I prefer answers as short bullet points.', ['I prefers: answers as short bullet points']],
  ["I don't like olives anymore.", ['I not likes: olives']],
  ['My favourite colour is green.', ['I favourite colour: green']],
  ["My sister's birthday is May 3.", ['my sister birthday: May 3']],
  ["Let's go with Postgres for storage.", ['storage decided on: Postgres']],
  ['Never push to main without asking.', ['I requires: never push to main without asking']],
  ['Sorry, I meant 9090.', ['? -> 9090']],
  ['We dropped Redis for Valkey.', ['Redis -> Valkey']],
])('reads %s', ([text, expected]) => {
  expect(found(text as string)).toEqual(expected);
});

it.for([
  'Where do I live?',
  'I might move to Rome one day.',
  'If I lived in Rome, I would swim.',
  'Bob said that I live in Rome.',
  'Maybe I work at Zeiss by then.',
  '"I live in Rome and it is warm here," he wrote.',
  'The weather is great.',
  'It sounds like fun.',
])('finds no fact in %s', (text) => {
  expect(found(text)).toEqual([]);
});

it.for([
  ['I joined Zeiss last month.', '2026-02-01'],
  ['I moved to Rome two weeks ago.', '2026-02-18'],
  ['I moved to Rome on May 7, 2024.', '2024-05-07'],
  ['I moved to Rome last Monday.', '2026-03-02'],
  ['I am moving to Rome next year.', '2027-01-01'],
  ['I live in Rome.', '2026-03-04'],
])('dates %s', ([text = '', day]) => {
  const [statement] = extractStatements(text, '2026-03-04T10:00:00.000Z');
  expect(statement?.validFrom.slice(0, 10)).toBe(day);
});
