/**
 * Holds the arrows between the rooms of each package (`scripts/rooms.ts`): exits with 1 and one
 * line a fault where an import points up or sideways, types included, where files import each other
 * in a circle, where a file is in no room, and where a package with more than fifteen sources has
 * none. Run:
 *
 *     node scripts/check-rooms.ts [REPOSITORY]
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Rooms } from './rooms.ts';

/** Sources beyond which a package needs rooms. */
const MAX_SOURCES_WITHOUT_ROOMS = 15;

const root = argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const list = pathToFileURL(join(root, 'scripts/rooms.ts')).href;
const { rooms } = (await import(list)) as { rooms: Rooms };

const faults = globSync('{packages,apps}/*', { cwd: root }).flatMap((name) => {
  const imports = readImports(join(root, name, 'src'));
  const floors = rooms[name];
  if (floors !== undefined) {
    return [...arrows(name, imports, floors), ...circles(name, imports)];
  }
  if (imports.size <= MAX_SOURCES_WITHOUT_ROOMS) return circles(name, imports);
  return [`${name} has ${imports.size} sources and no rooms in scripts/rooms.ts`];
});

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The sources of a package by path below `src`, each with the sources that it imports. */
function readImports(folder: string): Map<string, string[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (file) => !/\.test(-d)?\.tsx?$/.test(file),
  );
  const known = new Set(files);
  return new Map(files.toSorted().map((file) => [file, importsOf(folder, file, known)]));
}

function importsOf(folder: string, file: string, known: ReadonlySet<string>): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
  return specifiers.flatMap(([, specifier = '']) => {
    const path = posix.join(dirname(file), specifier).replace(/\.js$/, '');
    return [`${path}.ts`, `${path}.tsx`, path].filter((candidate) => known.has(candidate));
  });
}

function arrows(
  name: string,
  imports: ReadonlyMap<string, readonly string[]>,
  floors: readonly (readonly string[])[],
): string[] {
  const floorOf = new Map(floors.flatMap((floor, index) => floor.map((room) => [room, index])));
  const found: string[] = [];
  for (const [file, targets] of imports) {
    const from = roomOf(file);
    const floor = floorOf.get(from);
    if (floor === undefined) {
      found.push(`${name}/src/${file} is in no room of scripts/rooms.ts`);
      continue;
    }
    for (const target of targets) {
      const to = roomOf(target);
      const below = floorOf.get(to);
      if (to === from || below === undefined || below > floor) continue;
      found.push(`${name}/src/${file} (${from}) imports ${target} (${to}), which is not below it`);
    }
  }
  const used = new Set([...imports.keys()].map(roomOf));
  const unused = floors.flat().filter((room) => !used.has(room));
  return [
    ...found,
    ...unused.map((room) => `${name} has no room ${room}: delete it from scripts/rooms.ts`),
  ];
}

/** The folder of a file, one level deep; a root file is its own room. */
function roomOf(file: string): string {
  const [first = ''] = file.split('/');
  return first.replace(/\.tsx?$/, '');
}

/** Circles among files, by depth-first search; each is named once. */
function circles(name: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push(`${name}: circle ${[...path.slice(start), file].join(' -> ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}
