/**
 * Writes the static shadcn registry, `registry/registry.json` and one file an item in `registry/r`,
 * from the sources in `registry`: what `shadcn build` makes of them. Any static host serves it.
 *
 *     node packages/react/scripts/build-registry.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { registryFiles } from './registry-files.ts';

const folder = new URL('../registry/', import.meta.url);
mkdirSync(new URL('r/', folder), { recursive: true });
const files = registryFiles((name) => readFileSync(new URL(name, folder), 'utf8'));
for (const [path, text] of Object.entries(files)) writeFileSync(new URL(path, folder), text);
