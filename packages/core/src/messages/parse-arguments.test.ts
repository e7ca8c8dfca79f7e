import { expect, it } from 'vitest';

import { parseArguments } from './parse-arguments.js';

it.each([
  ['{"a":1}', { a: 1 }],
  ['[1]', [1]],
  [{ a: 1 }, { a: 1 }],
  [' ', {}],
  [undefined, {}],
  [null, {}],
  ['{"a":', '{"a":'],
  ['12', '12'],
])('reads %j as %j', (args, input) => {
  expect(parseArguments(args)).toEqual(input);
});
