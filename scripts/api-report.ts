/**
 * Writes every export of every entry of every package with its declaration to `api.md` beside its
 * package.json, from the built declarations; with `--check`, exits with 1 where a report would
 * change.
 *
 *     node scripts/api-report.ts [--check] [REPOSITORY]
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { readDeclarations } from './read-declarations.ts';

interface Manifest {
  name: string;
  private?: boolean;
  exports?: Record<string, string | { types?: string }>;
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const root = positionals[0] ?? fileURLToPath(new URL('..', import.meta.url));
const stale: string[] = [];

for (const path of globSync('{packages,apps}/*/package.json', { cwd: root }).toSorted()) {
  const folder = join(root, dirname(path));
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  const report = manifest.private === true ? undefined : reportOf(folder, manifest);
  if (report === undefined) continue;
  const file = join(folder, 'api.md');
  if (existsSync(file) && readFileSync(file, 'utf8') === report) continue;
  if (values.check) stale.push(`${dirname(path)}/api.md`);
  else writeFileSync(file, report);
}

for (const file of stale) {
  console.error(`${file} is not what the package exports: run "pnpm run api" after a build`);
}
process.exitCode = stale.length === 0 ? 0 : 1;

/** The report of a package; `undefined` where it exports nothing with types. */
function reportOf(folder: string, { name, exports = {} }: Manifest): string | undefined {
  const entries = Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string' || target.types === undefined) return [];
    const declared = readDeclarations(join(folder, target.types));
    const sorted = [...declared].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const code = sorted.map(([, { text }]) => text).join('\n\n');
    return [`## \`${join(name, entry)}\`: ${sorted.length}\n\n\`\`\`ts\n${code}\n\`\`\`\n`];
  });
  if (entries.length === 0) return undefined;
  return `# Exports of ${name}\n\nWritten by \`pnpm run api\`.\n\n${entries.join('\n')}`;
}
