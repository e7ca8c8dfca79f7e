import { makeEntries } from '@everlong/testing';
import { expect, it } from 'vitest';

import { confirmedConstraints } from './confirmed-constraints.js';
import { createSourceIndex } from './source-index.js';

it('takes of the claimed demands those that the user made and that are not told yet', () => {
  const sources = createSourceIndex(
    makeEntries([
      ['user', 'Never touch src/legacy.ts. We do container-first.'],
      ['assistant', 'I delete everything that is old.'],
    ]),
  );
  const found = ['"Never touch src/legacy.ts." (#0)'];
  const claimed = [
    'User: "We do container-first." (#0)',
    '"We do container-first."',
    '"Never touch src/legacy.ts. We do container-first." (#0)',
    '"I delete everything that is old." (#1)',
    '"Always ask before you build." (#0)',
  ];
  expect(confirmedConstraints(found, claimed, sources)).toEqual([
    ...found,
    '"We do container-first." (#0)',
  ]);
});
