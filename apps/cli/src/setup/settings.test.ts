import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import { settingName } from './settings.js';

it('knows CowAgent names, and takes no inherited name for a setting', () => {
  expect(settingName('agent_max_steps')).toBe('max_steps');
  expect(() => settingName('constructor')).toThrow(ConfigError);
  expect(() => settingName('max_step')).toThrow('max_steps');
});
