import { expect, test } from 'vitest';

import { readError } from './read-error.js';

test.each<[body: string, shown: string]>([
  [
    '{"type":"urn:everlong:problem:no_upstream","status":422,"detail":"No upstream has x.","error":{"message":"No upstream has x."}}',
    'No upstream has x.',
  ],
  ['{"error":{"message":"slow down"}}', 'slow down'],
  ['{"error":"slow down"}', 'slow down'],
  ['{"detail":"","error":null}', '{"detail":"","error":null}'],
  ['The answer could not be completed.', 'The answer could not be completed.'],
  ['null', 'null'],
  ['"boom"', '"boom"'],
  ['{"cut', '{"cut'],
])('an error of %s is shown as %s', (body, shown) => {
  expect(readError(new Error(body))).toBe(shown);
});

test('no error has no words, and a text its own', () => {
  expect([readError(undefined), readError(null), readError('lost')]).toEqual([
    undefined,
    undefined,
    'lost',
  ]);
});
