import { afterEach, expect, it, vi } from 'vitest';

import { checkNodeVersion } from './check-node-version.js';
import { ConfigError } from './errors.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(['18.20.8', '20.19.5', '21.7.3'])('refuses Node %s in a sentence', (node) => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, node } });
  expect(() => checkNodeVersion('createStore')).toThrow(
    `createStore needs Node 22 or newer; this is Node ${node}. `,
  );
  expect(() => checkNodeVersion('createStore')).toThrow(ConfigError);
});

it.each(['22.0.0', '24.21.0', '100.0.0'])('takes Node %s', (node) => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, node } });
  expect(() => checkNodeVersion('createStore')).not.toThrow();
});

it('takes runtimes that are no Node', () => {
  for (const other of [undefined, {}, { versions: {} }]) {
    vi.stubGlobal('process', other);
    expect(() => checkNodeVersion('createStore')).not.toThrow();
  }
});
