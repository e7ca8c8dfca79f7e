import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'everlong-docstrings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What the script says of a package with these declarations behind its main entry. */
function check(declarations: string): { status: number | null; faults: string[] } {
  const dist = join(root, 'packages/a/dist');
  mkdirSync(dist, { recursive: true });
  const manifest = { name: 'a', exports: { '.': { types: './dist/index.d.ts' } } };
  writeFileSync(join(root, 'packages/a/package.json'), JSON.stringify(manifest));
  writeFileSync(join(dist, 'index.d.ts'), `export * from './a.js';\n`);
  writeFileSync(join(dist, 'a.d.ts'), declarations);
  const script = new URL('check-docstrings.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  const lines = stderr.trim().split('\n');
  return { status, faults: lines.filter(Boolean).map((line) => line.replace(/^.*a\.d\.ts: /, '')) };
}

const DOCUMENTED = `import type { B } from './b.js';
/** Opens one. */
export declare function open(options: OpenOptions): Port;
export declare function open(options: string): Port;
/** How to open. */
export interface OpenOptions {
    kind: 'new';
    /** In milliseconds. */
    timeoutMs?: number;
}
/** What is open. */
export interface Port {
    name: string;
    seq: number;
    /** Tries before it fails. */
    tries: number;
    /** Reads. */
    read<Value>(from: {
        place: number;
    }): Promise<Value>;
    read(): string;
}
interface Hidden {
    path: string;
}
export {};
`;

it('passes where declarations, methods and options have docstrings', () => {
  expect(check(DOCUMENTED)).toEqual({ status: 0, faults: [] });
});

it.each([
  ['/** Opens one. */', 'open'],
  ['/** How to open. */', 'OpenOptions'],
  ['/** In milliseconds. */', 'OpenOptions.timeoutMs'],
  ['/** Reads. */', 'Port.read'],
  ['/** Tries before it fails. */', 'Port.tries'],
])('names what lacks %s', (docstring, name) => {
  const faults = [`${name} has no docstring`];
  expect(check(DOCUMENTED.replace(docstring, ''))).toEqual({ status: 1, faults });
  expect(check(DOCUMENTED.replace(docstring, '// A comment.'))).toEqual({ status: 1, faults });
});

it('fails where nothing is built', () => {
  expect(check('export {};\n')).toMatchObject({ status: 1 });
});
