import { expect, test } from 'vitest';

import { markDoubtful } from './doubt-mark.js';

test.each([
  ['On port 15 the limit is 5.', '5', 'On port 15 the limit is 5 [MARK].'],
  ["The tag is $'20 here.", "$'20", "The tag is $'20 [MARK] here."],
  ['It costs $$5.', '$$5', 'It costs $$5 [MARK].'],
  ['Nobody knows.', '5', '[MARK] Nobody knows.'],
])('%s: after %s there is a mark', (text, value, expected) => {
  const marked = markDoubtful(text, value, '2026-05-04T10:00:00.000Z');
  expect(marked).toBe(expected.replace('[MARK]', '[perhaps outdated, see 2026-05-04]'));
});
