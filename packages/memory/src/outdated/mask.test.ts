import { expect, test } from 'vitest';

import { markDoubtful, mask, namesWhole } from './mask.js';

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
  expect(mask(text, value)).toBe(expected);
  expect(namesWhole(text, value)).toBe(expected !== text);
});

test.each([
  ['On port 15 the limit is 5.', '5', 'On port 15 the limit is 5 [MARK].'],
  ["The tag is $'20 here.", "$'20", "The tag is $'20 [MARK] here."],
  ['It costs $$5.', '$$5', 'It costs $$5 [MARK].'],
  ['Nobody knows.', '5', '[MARK] Nobody knows.'],
])('%s: after %s there is a mark', (text, value, expected) => {
  const marked = markDoubtful(text, value, '2026-05-04T10:00:00.000Z');
  expect(marked).toBe(expected.replace('[MARK]', '[perhaps outdated, see 2026-05-04]'));
});
