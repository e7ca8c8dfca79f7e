import { existsSync } from 'node:fs';

import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import { createSqliteStore } from './sqlite-store.js';
import type { SqliteStoreOptions } from './sqlite-store-options.js';

it.each([
  [{ path: ':memory:', busyTimeout: 5 }, 'Did you mean "busyTimeoutMs"?'],
  [{ file: 'a.db' }, 'Use "path".'],
  [
    undefined,
    'takes an object of options (path, synchronous, busyTimeoutMs, clock), not undefined',
  ],
  [{}, 'must name a file, not undefined'],
  [{ path: '' }, 'must name a file, not ""'],
  [{ path: 'a\0b.db' }, 'must name a file, not'],
  [{ path: ':memory:', synchronous: 'OFF' }, 'must be "FULL" or "NORMAL", not "OFF"'],
  [{ path: ':memory:', clock: 5 }, 'must be a function, not 5'],
  [{ path: ':memory:', busyTimeoutMs: Number.NaN }, 'must be a number from 0 to'],
])('createSqliteStore refuses %j', (options, problem) => {
  const create = () => createSqliteStore(options as SqliteStoreOptions);
  expect(create).toThrow(expect.toSatisfy(ConfigError.isInstance));
  expect(create).toThrow(problem);
});

it.runIf(existsSync('/proc'))(
  'a folder that cannot be made is an error that names the file',
  () => {
    const create = () => createSqliteStore({ path: '/proc/nope/sessions.db' });
    expect(create).toThrow(expect.toSatisfy(ConfigError.isInstance));
    expect(create).toThrow('/proc/nope/sessions.db');
  },
);
