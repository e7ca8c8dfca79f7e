import { expect, it } from 'vitest';

import { candidatesIn, namedCandidates } from './candidates.js';

it.each([
  ['Try `a-1`, `b-2`, `c-3` and `d-4`, please.', ['a-1', 'b-2', 'c-3', 'd-4']],
  [
    'Suspects:\n\n- cold cache\n- one worker\n- random order\n- UTC\n',
    ['cold cache', 'one worker', 'random order', 'UTC'],
  ],
  [
    'Under these: cold cache, one worker, random order and UTC. Go.',
    ['cold cache', 'one worker', 'random order', 'UTC'],
  ],
  ['1. `a-1`: the first\n2. `b-2`: the second\n3. `c-3`\n4. `d-4`', ['a-1', 'b-2', 'c-3', 'd-4']],
])('finds the names that are listed in %j', (text, names) => {
  expect(candidatesIn(text)).toEqual(names);
});

it.each([
  'Use `a`, `b` and `c`.',
  'Keep in mind: the tests must pass on every machine that we have, and the docs are to be short.',
  '- rename the parser and all of its tests\n- then run the whole suite once more\n- add a note to the docs\n- commit it all',
])('finds none in %j', (text) => {
  expect(candidatesIn(text)).toEqual([]);
});

it('finds names as whole words in any spelling', () => {
  const names = ['one worker', 'UTC', 'a-1'];
  expect(namedCandidates('export@one-worker a-1', names)).toEqual(['one worker', 'a-1']);
  expect(namedCandidates('a-12 UTCs', names)).toEqual([]);
  expect(namedCandidates('under slow-dns', ['slow', 'slow dns'])).toEqual(['slow dns']);
  expect(namedCandidates('one worker', ['one worker', 'one-worker'])).toEqual(['one-worker']);
});
