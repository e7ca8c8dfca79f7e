import { expect, test } from 'vitest';

import { maskValue } from './mask-value.js';
import { namesWhole } from './named-value.js';

test.each([
  ['The limit is 5, not 6.', '5', 'The limit is [earlier value], not 6.'],
  ['The limit is 5%.', '5', 'The limit is 5%.'],
  ['The limit is 5 %.', '5', 'The limit is 5 %.'],
  ['The limit is -5.', '5', 'The limit is -5.'],
  ['The limit is 5%, once 5.', '5', 'The limit is 5%, once [earlier value].'],
  ['The rent was €700.', '700', 'The rent was €[earlier value].'],
  ['The rent was 700 euros.', '700', 'The rent was [earlier value] euros.'],
  ['We write C++ now.', 'C', 'We write C++ now.'],
  ['We sold the Leo H.', 'Leo', 'We sold the Leo H.'],
  ['Leo left Bosch Monday.', 'Bosch', 'Leo left [earlier value] Monday.'],
  ['we left bosch', 'Bosch', 'we left [earlier value]'],
])('%s without %s: %s', (text, value, expected) => {
  expect(maskValue(text, value)).toBe(expected);
  expect(namesWhole(text, value)).toBe(expected !== text);
});
