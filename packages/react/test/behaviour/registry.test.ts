import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { registryFiles } from '../../scripts/registry-files.js';

const folder = new URL('../../registry/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

test('the shadcn registry is what its sources make: else run scripts/build-registry.ts', () => {
  const files = registryFiles(read);
  expect(Object.keys(files)).toHaveLength(5);
  for (const [path, text] of Object.entries(files)) {
    // The formatter may break lines otherwise.
    expect(JSON.parse(read(path))).toEqual(JSON.parse(text));
  }
});

test('it offers every source, which takes its parts from the package', () => {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const { items } = JSON.parse(read('registry.json')) as { items: { name: string }[] };
  expect(items.map(({ name }) => `${name}.tsx`).toSorted()).toEqual(sources.toSorted());
  for (const source of sources) expect(read(source)).toContain("from '@everlong/react'");
});
