import { expect, test } from 'vitest';

import { hasOnlyLonger, isStartOfName, withoutLongerNames } from './longer-name.js';

test.each([
  ['Leo', ' H.', true],
  ['Bosch', ' Rexroth', true],
  ['Leo', ' left', false],
  ['Leo', '. He left', false],
  ['Bosch', ' I was ill', false],
  ['Bosch', ' Monday', false],
  ['green', ' Tea', false],
])('%s followed by "%s" is the start of another name: %s', (name, after, expected) => {
  expect(isStartOfName(name, after)).toBe(expected);
});

test.each([
  ['Our tent is a Leo H.', 'Our tent is a  .'],
  ['We bought a tent, the Leo H.', 'We bought a tent, the  .'],
  ['My boss is Leo Hartmann.', 'My boss is Leo Hartmann.'],
  ['The Leo is here.', 'The Leo is here.'],
  ['A tent called Leo H leaks.', 'A tent called   leaks.'],
  ['Leo H leaks, Leo S9 does not.', '  leaks,   does not.'],
  ['Leo 3.13 is out.', 'Leo 3.13 is out.'],
  ['With Leo I went home.', 'With Leo I went home.'],
  ["Leo is 5, Leo H's twin.", "Leo is 5, Leo H's twin."],
])('%s: of things, names of more words than Leo are left out', (text, expected) => {
  expect(withoutLongerNames(text, new Set(['leo']))).toBe(expected);
});

test.each([
  ['We sold the Leo H.', true],
  ['Leo sold the Leo H.', false],
  ['Leo left.', false],
  ['Nobody left.', false],
])('%s: has Leo in longer names alone: %s', (text, expected) => {
  expect(hasOnlyLonger(text, 'Leo')).toBe(expected);
});
