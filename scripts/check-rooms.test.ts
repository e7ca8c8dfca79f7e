import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;

/** A package whose imports point down, with rooms `index`, `high` and `low`. */
const GOOD = {
  'scripts/rooms.ts': `export const rooms = { 'packages/a': [['index'], ['high'], ['low']] };`,
  'packages/a/src/index.ts': `export { high } from './high/high.js';`,
  'packages/a/src/high/high.ts': `import { low } from '../low/low.js';\nexport const high = low;`,
  'packages/a/src/low/low.ts': 'export const low = 1;',
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'everlong-rooms-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes the good package with these files in it, and gives what the script says of it. */
function check(files: Record<string, string> = {}): { status: number | null; faults: string[] } {
  for (const [path, text] of Object.entries({ ...GOOD, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const script = new URL('check-rooms.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, faults: stderr.split('\n').filter((line) => line.startsWith('packages/')) };
}

describe('check-rooms', () => {
  it('passes where every import points down', () => {
    expect(check()).toEqual({ status: 0, faults: [] });
  });

  it.each([
    ['value', `export { high as low } from '../high/high.js';`],
    ['type', `import type { High } from '../high/high.js';\nexport type Low = High;`],
  ])('refuses a %s import that points up', (_kind, text) => {
    const { status, faults } = check({
      'packages/a/src/low/low.ts': text,
      'packages/a/src/high/high.ts': 'export type High = 1;\nexport const high = 1;',
    });
    expect(status).toBe(1);
    expect(faults).toEqual([
      'packages/a/src/low/low.ts (low) imports high/high.ts (high), which is not below it',
    ]);
  });

  it('refuses an import of a room on the same floor', () => {
    const { status, faults } = check({
      'scripts/rooms.ts': `export const rooms = { 'packages/a': [['index'], ['high', 'low']] };`,
    });
    expect(status).toBe(1);
    expect(faults).toEqual([
      'packages/a/src/high/high.ts (high) imports low/low.ts (low), which is not below it',
    ]);
  });

  it('refuses a circle, through types too', () => {
    const { status, faults } = check({
      'packages/a/src/low/low.ts': `import type { Other } from './other.js';\nexport const low: Other = 1;`,
      'packages/a/src/low/other.ts': `import { low } from './low.js';\nexport type Other = typeof low;`,
    });
    expect(status).toBe(1);
    expect(faults).toEqual(['packages/a: circle low/low.ts -> low/other.ts -> low/low.ts']);
  });

  it('refuses a file that is in no room', () => {
    const { status, faults } = check({ 'packages/a/src/attic/old.ts': 'export {};' });
    expect(status).toBe(1);
    expect(faults).toEqual(['packages/a/src/attic/old.ts is in no room of scripts/rooms.ts']);
  });

  it('refuses a room that has no files', () => {
    const { status, faults } = check({
      'scripts/rooms.ts': `export const rooms = { 'packages/a': [['index'], ['high'], ['low'], ['cellar']] };`,
    });
    expect(status).toBe(1);
    expect(faults).toEqual(['packages/a has no room cellar: delete it from scripts/rooms.ts']);
  });

  it('refuses a large package without rooms', () => {
    const names = Array.from({ length: 16 }, (_, index) => `packages/b/src/part-${index}.ts`);
    const { status, faults } = check(Object.fromEntries(names.map((name) => [name, 'export {};'])));
    expect(status).toBe(1);
    expect(faults).toEqual(['packages/b has 16 sources and no rooms in scripts/rooms.ts']);
  });
});
