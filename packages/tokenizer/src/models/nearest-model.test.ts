import { expect, test } from 'vitest';

import { nearestModel } from './nearest-model.js';

test('a slip in a known name means the known model', () => {
  expect(nearestModel('claude-sonet-4-5')?.name).toBe('claude-sonnet-4-5');
});

test('known names and names with other numbers are no slips', () => {
  expect(nearestModel('claude-sonnet-4-5')).toBeUndefined();
  expect(nearestModel('claude-sonnet-4-95')).toBeUndefined();
});
