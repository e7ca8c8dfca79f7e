import { makeEntries } from '@everlong/testing';
import { expect, it } from 'vitest';

import { pendingSection } from './pending-section.js';

const list = (...todos: { content: string; status: string }[]) =>
  makeEntries([['call', 'TodoWrite', { todos }]], 20);

it('goes on with the newest list, and with tasks of a model that the list does not name', () => {
  const previous = [
    'in progress: "Write the scanner" (#8)',
    'Measuring with bench/parse.mjs is still to be done',
    'Ask Ann about the limit (#9)',
  ];
  expect(pendingSection(previous, makeEntries([['assistant', 'Hm.']], 20))).toEqual(previous);
  const entries = list(
    { content: 'Measure with bench/parse.mjs', status: 'completed' },
    { content: 'Publish', status: 'pending' },
  );
  expect(pendingSection(previous, entries)).toEqual([
    'pending: "Publish" (#20)',
    'Ask Ann about the limit (#9)',
  ]);
});
