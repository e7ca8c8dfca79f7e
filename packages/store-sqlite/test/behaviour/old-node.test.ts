import { ConfigError } from '@everlong/core';
import { afterEach, expect, it, vi } from 'vitest';

import { createSqliteStore } from '../../src/sqlite-store.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says in a sentence that Node is too old', () => {
  const versions = { ...process.versions, node: '20.19.5' };
  vi.stubGlobal(
    'process',
    new Proxy(process, {
      get: (node, key) => (key === 'versions' ? versions : (Reflect.get(node, key) as unknown)),
    }),
  );
  expect(() => createSqliteStore({ path: ':memory:' })).toThrow(ConfigError);
  expect(() => createSqliteStore({ path: ':memory:' })).toThrow(
    'createSqliteStore needs Node 22 or newer; this is Node 20.19.5.',
  );
});
