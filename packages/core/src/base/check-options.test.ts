import { expect, test } from 'vitest';

import { checkOptions, requireOptions } from './check-options.js';
import { ConfigError } from './errors.js';

const names = { contextWindow: true, policy: true } as const;

function refusal(options: unknown, cures?: Record<string, string>): string {
  try {
    checkOptions('openSession', options, names, cures);
  } catch (error) {
    return ConfigError.isInstance(error) ? error.message : 'another error';
  }
  return 'accepted';
}

test('known options and none at all are accepted', () => {
  expect(refusal({ contextWindow: 1, policy: undefined })).toBe('accepted');
  expect(refusal({})).toBe('accepted');
  expect(refusal(undefined)).toBe('accepted');
});

test('a misspelt option is named with the nearest one and all that there are', () => {
  expect(refusal({ contextWidnow: 1 })).toBe(
    'openSession has no option "contextWidnow". Did you mean "contextWindow"? ' +
      'Its options: contextWindow, policy.',
  );
});

test('an option that has another name elsewhere is answered with its cure', () => {
  expect(refusal({ system: '' }, { system: 'Use "instructions".' })).toBe(
    'openSession has no option "system". Use "instructions". Its options: contextWindow, policy.',
  );
});

test('names of every object are no options', () => {
  expect(refusal({ constructor: 1 })).toMatch(/no option "constructor"/);
  expect(refusal(JSON.parse('{"__proto__": 1}'))).toMatch(/no option "__proto__"/);
});

test('what is no object is named', () => {
  expect(refusal('x.db')).toMatch(/takes an object of options .*, not "x.db"/);
  expect(refusal(null)).toMatch(/not null/);
  expect(refusal([])).toMatch(/not a list/);
});

test('options that must be there are asked for', () => {
  const missing = () => requireOptions('createStore', undefined, names);
  expect(missing).toThrow('createStore takes an object of options (contextWindow, policy), not un');
  expect(missing).toThrow(ConfigError);
  expect(() => requireOptions('createStore', { policy: 1 }, names)).not.toThrow();
  expect(() => requireOptions('createStore', { polcy: 1 }, names)).toThrow('Did you mean "policy"');
});
