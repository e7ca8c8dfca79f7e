import { existsSync } from 'node:fs';

import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import { createJsonlStore } from './jsonl-store.js';
import type { JsonlStoreOptions } from './jsonl-store-options.js';

it.each([
  [{ directry: 'a' }, 'Did you mean "directory"?'],
  [{ path: 'a' }, 'Use "directory".'],
  [{ directory: 5 }, 'must name a folder, not 5'],
  [{ directory: '' }, 'must name a folder, not ""'],
  [{ clock: 5 }, 'must be a function, not 5'],
  [{ lockWaitMs: Number.NaN }, 'must be a number of at least 0, not NaN'],
])('createJsonlStore refuses %j', (options, problem) => {
  const create = () => createJsonlStore(options as JsonlStoreOptions);
  expect(create).toThrow(expect.toSatisfy(ConfigError.isInstance));
  expect(create).toThrow(problem);
});

it.runIf(existsSync('/proc'))(
  'a folder that cannot be made is an error that names it',
  async () => {
    const store = createJsonlStore({ directory: '/proc/nope' });
    const create = store.createSession({ agent: 'agent' });
    await expect(create).rejects.toSatisfy(ConfigError.isInstance);
    await expect(create).rejects.toThrow(/Cannot use .*\/proc\/nope/);
  },
);
