/**
 * Checks that what published packages export is documented: every declaration, every method, every
 * field of what callers pass and get (`...Options`, `...Result` and the like), and everywhere numbers
 * and switches. Reads the built declarations. Lists the faults, and exits with 1 if there are any.
 *
 *     node scripts/check-docstrings.ts [REPOSITORY]
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Declaration, type Member, readDeclarations } from './read-declarations.ts';

interface Manifest {
  private?: boolean;
  exports?: Record<string, string | { types?: string }>;
}

/** Interfaces that callers fill in or read: their fields say unit, default and range. */
const FOR_CALLERS =
  /(?:Options|Settings|Input|Query|Patch|Request|Props|Hooks|Result|Context|Decision|State)$/;
/** Numbers and switches: their docstrings say the unit, what is counted, what true means. */
const NUMBER = /: (?:number|boolean)\b/;
/** Names that say all of that. */
const SELF_NAMED =
  /^(?:seq|tokens|epoch|from|to|score|window|start|end|status|port|length|thought|is_error)$|(?:Seq|_seq|[tT]okens|TokenCount|Id)$/;
/** What needs no words: the literal that tells members of a union apart, and what nobody may pass. */
const SELF_EXPLANATORY = /: (?:'[^']*'|true|false|\d+|undefined);$/;
/** Errors are made by this repository; `EverlongError` documents `isInstance` for all of them. */
const OF_ERRORS = new Set(['constructor', 'isInstance']);

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const faults = new Set<string>();
let count = 0;
for (const path of globSync('{packages,apps}/*/package.json', { cwd: root }).toSorted()) {
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  if (manifest.private === true) continue;
  for (const [entry, target] of Object.entries(manifest.exports ?? {})) {
    if (typeof target === 'string' || target.types === undefined) continue;
    const isPublic = entry !== './internal';
    for (const [name, declared] of readDeclarations(join(root, dirname(path), target.types))) {
      count++;
      for (const missing of undocumented(name, declared, isPublic))
        faults.add(`${relative(root, declared.file)}: ${missing} has no docstring`);
    }
  }
}
for (const fault of faults) console.error(fault);
if (count === 0) console.error('There are no built declarations.');
console.log(`${count} exports, ${faults.size} without a docstring`);
process.exitCode = faults.size > 0 || count === 0 ? 1 : 0;

function undocumented(name: string, declared: Declaration, isPublic: boolean): string[] {
  const members = isPublic
    ? declared.members.filter((member) => !member.hasDocstring && needsDocstring(name, member))
    : [];
  return [
    ...(declared.hasDocstring ? [] : [name]),
    ...members.map((member) => `${name}.${member.name}`),
  ];
}

function needsDocstring(owner: string, member: Member): boolean {
  if (OF_ERRORS.has(member.name) || SELF_EXPLANATORY.test(member.text)) return false;
  if (member.isMethod || FOR_CALLERS.test(owner)) return true;
  return NUMBER.test(member.text) && !SELF_NAMED.test(member.name);
}
