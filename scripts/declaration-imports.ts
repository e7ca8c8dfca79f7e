/** Which packages the types of a package's entries are from. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Packages that a declaration file imports, itself or through files beside it. */
export function declarationImports(entry: string): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of importsIn(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) open.push(join(dirname(file), name.replace(/\.js$/, '.d.ts')));
      else packages.add(packageOf(name));
    }
  }
  return packages;
}

/** `from '…'` of imports and exports, and `import('…')` of types. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)].map(
    ([, name = '']) => name,
  );
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
