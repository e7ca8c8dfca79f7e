import { ConfigError } from '@everlong/core';
import { afterEach, expect, it, vi } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

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
  expect(() => createJsonlStore()).toThrow(ConfigError);
  expect(() => createJsonlStore()).toThrow(
    'createJsonlStore needs Node 22 or newer; this is Node 20.19.5.',
  );
});
