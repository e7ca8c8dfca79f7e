import { expect, it } from 'vitest';

import { createTurnTrials, type Trial } from './turn-trials.js';

function ran(what: string): Trial {
  return { seq: 0, tool: 'shell', what };
}

/** So many that the runs of words of a text are looked up, and not each input in the text. */
const many = Array.from({ length: 100 }, (_, index) => ran(`build --target part${index}`));

it.each([
  ['few', []],
  ['many', many],
])('finds what a text names as whole words, among %s', (_, others) => {
  const trials = createTurnTrials();
  const tests = ran('npm run test:unit');
  const lint = ran('npm run lint');
  const part = ran('npm run');
  const long = ran(`echo ${'word '.repeat(40)}`);
  for (const trial of [...others, tests, lint, part, long]) trials.add(trial);
  trials.delete(lint);
  const about = (text: string): Trial[] => trials.about(text, []).toSorted(byInput);
  expect(about('I used `npm run test_unit`, which passed.')).toEqual([part, tests]);
  expect(about('npm run lint is clean, npm running is not.')).toEqual([part]);
  expect(about(`I ran echo ${'word '.repeat(40)}`)).toEqual([]);
  expect(about('Nothing of it.')).toEqual([]);
  trials.clear();
  expect(about('npm run test:unit')).toEqual([]);
});

function byInput(left: Trial, right: Trial): number {
  return left.what < right.what ? -1 : 1;
}
