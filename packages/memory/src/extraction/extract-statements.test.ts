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
  ['We have two kids, Mia and Tom.', ['I child: Mia', 'I child: Tom']],
  [
    'We have three kids: Mia (6), Tom and little Ben.',
    ['I child: Mia', 'I child: Tom', 'I child: Ben'],
  ],
  ['Our children are called Mia and Tom.', ['I child: Mia', 'I child: Tom']],
  ['We have a son, Leo, and a daughter, Mia.', ['I son: Leo', 'I daughter: Mia']],
  ['I have a dog called Rex and a cat called Tom.', ['I dog: Rex', 'I cat: Tom']],
  ['I have a friend called Anna. She lives in Bonn.', ['I friend: Anna', 'Anna lives in: Bonn']],
  ['I have two meetings, Monday and Tuesday.', []],
  ['We have a friend in Bonn and a sister in Kiel.', []],
])('reads who belongs to the speaker: %s', ([text, expected]) => {
  expect(found(text as string)).toEqual(expected);
});

it.for([
  'They set my salary to 50k but I refused.',
  'Globex hired me but I turned it down.',
  'The client moved the deadline to Wednesday, we rejected that.',
  'They raised the rent to 900. We refused.',
  'They set the rent to 900, which we refused to pay.',
  'We set the budget to 5000. The board said no.',
])('takes nothing from what was refused: %s', (text) => {
  expect(found(text)).toEqual([]);
});

it('takes what stands beside a refusal', () => {
  const text = 'I live in Bonn. They offered me a job in Kiel. I declined and work at Zeiss.';
  expect(found(text)).toEqual(['I lives in: Bonn', 'I works at: Zeiss']);
  expect(found('I live in Bonn and I refused to move.')).toEqual(['I lives in: Bonn']);
  expect(found('The client moved the deadline to Friday.')).toEqual(['project deadline: Friday']);
});

it.for([
  ['Always ask me before you delete files.', 'always ask me before you delete files'],
  ["Don't use tabs when writing YAML.", 'do not use tabs when writing YAML'],
  [
    'Do not touch it until I confirm, and I mean it.',
    'do not touch it until I confirm, and I mean it',
  ],
  ['Always run npm test before committing.', 'always run npm test before committing'],
  ['Never deploy after 5 pm unless I say so.', 'never deploy after 5 pm unless I say so'],
  ['Please always ask if you are unsure, thanks!', 'always ask if you are unsure'],
  ['Do not deploy while we are in the freeze.', 'do not deploy while we are in the freeze'],
  ['Never deploy when Bob is away and I am ill.', 'never deploy when Bob is away and I am ill'],
  ['From now on, do not touch the API and the app.', 'do not touch the API and the app'],
  [
    'Always use pnpm instead of npm in this project.',
    'always use pnpm instead of npm in this project',
  ],
])('keeps when an order holds: %s', ([text, order]) => {
  expect(found(text as string)).toEqual([`I requires: ${order}`]);
});

it('ends an order where something else is said', () => {
  expect(found('Never push to main and I live in Kiel.')).toEqual([
    'I requires: never push to main',
    'I lives in: Kiel',
  ]);
});

it.for([
  'I prefer option B for this file only.',
  'Do not deploy today.',
  'Today, do not touch main.',
  'Do not use tabs in this file.',
  'Never would I do that.',
])('takes what is to pass for no lasting wish: %s', (text) => {
  expect(found(text)).toEqual([]);
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
  'I have been with Anna since college.',
  'My sister has been with Tom for ten years.',
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
