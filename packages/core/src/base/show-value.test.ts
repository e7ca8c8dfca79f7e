import { expect, it } from 'vitest';

import { ConfigError } from './errors.js';
import { checkName } from './identifiers.js';
import { parseUsage } from './provider-usage.js';
import { showValue } from './show-value.js';

const cycle: Record<string, unknown> = { name: 'a client', open: true };
cycle['self'] = cycle;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

it.each([
  ['text', '"text"'],
  [Number.NaN, 'NaN'],
  [{ a: 1 }, '{"a":1}'],
  [undefined, 'undefined'],
  [12n, '12n'],
  [{ count: 12n }, 'an object with the keys count'],
  [cycle, 'an object with the keys name, open, self'],
])('shows %o', (value, shown) => {
  expect(showValue(value)).toBe(shown);
});

it('shows something of an object that throws', () => {
  expect(showValue(revoked.proxy)).toBe('an object that cannot be read');
});

it('shows no secret and no end of a long value', () => {
  const key = `sk-ant-api03-${'aB3dE5fG7hJ9kL1mN2pQ'.repeat(4)}`;
  expect(showValue({ apiKey: key })).not.toContain('aB3dE5fG7hJ9');
  expect(showValue('x'.repeat(200), 10)).toBe(`"${'x'.repeat(9)}…`);
});

it.each([
  ['a name', () => checkName('agent', 12n)],
  ['a name that is a cycle', () => checkName('agent', cycle)],
  ['a count', () => parseUsage({ inputTokens: 12n })],
])('a value that JSON lacks is refused with ConfigError: %s', (_, call) => {
  expect(call).toThrow(expect.toSatisfy(ConfigError.isInstance));
});
