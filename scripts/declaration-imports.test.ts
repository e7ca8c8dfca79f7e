import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { declarationImports } from './declaration-imports.ts';

test('finds the packages of an entry and of the files beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'index.d.ts': "export { a } from './a.js';\nexport type { C } from '@scope/c/deep';\n",
    'a.d.ts': "import type { B } from './b.js';\nexport declare const a: import('d').D;\n",
    'b.d.ts': "import 'e';\nimport type { A } from './a.js';\nexport type B = A;\n",
    'unused.d.ts': "export type { F } from 'f';\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect([...declarationImports(join(folder, 'index.d.ts'))].toSorted()).toEqual([
    '@scope/c',
    'd',
    'e',
  ]);
});
