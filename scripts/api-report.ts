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
    const declared = exportsOf(join(folder, target.types));
    const sorted = [...declared].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const code = sorted.map(([, declaration]) => declaration).join('\n\n');
    return [`## \`${join(name, entry)}\`: ${sorted.length}\n\n\`\`\`ts\n${code}\n\`\`\`\n`];
  });
  if (entries.length === 0) return undefined;
  return `# Exports of ${name}\n\nWritten by \`pnpm run api\`.\n\n${entries.join('\n')}`;
}

/** Every exported name of a declaration file with the text of its declaration. */
function exportsOf(file: string): Map<string, string> {
  const statements = statementsOf(file);
  const found = new Map<string, string>();
  for (const statement of statements) {
    const [, star] = /^export \* from '([^']+)'/.exec(statement) ?? [];
    if (star !== undefined) {
      for (const [name, text] of exportsOf(declarationFile(file, star))) found.set(name, text);
      continue;
    }
    const list = /^export (type )?\{([^}]*)\}(?: from '([^']+)')?/.exec(statement);
    if (list === null) {
      const name = declaredName(statement);
      if (name !== undefined && statement.startsWith('export')) found.set(name, statement);
      continue;
    }
    const [, kind = '', names = '', from] = list;
    for (const each of names.split(',').map((text) => text.trim())) {
      if (each === '') continue;
      const [local = '', exported = local] = each.replace(/^type /, '').split(' as ');
      found.set(exported, declarationOf(file, statements, local, exported, from, kind));
    }
  }
  return found;
}

/** The declaration behind a name that a file exports from elsewhere or declares itself. */
function declarationOf(
  file: string,
  statements: readonly string[],
  local: string,
  exported: string,
  from: string | undefined,
  kind: string,
): string {
  const renamed = local === exported ? '' : `// ${local} as ${exported}\n`;
  if (from !== undefined && !from.startsWith('.')) {
    return `export ${kind}{ ${exported} } from '${from}';`;
  }
  if (from !== undefined) {
    const declared = exportsOf(declarationFile(file, from)).get(local);
    if (declared === undefined) throw new Error(`${file}: ${from} does not export ${local}`);
    return renamed + declared;
  }
  const declared = statements.find((statement) => declaredName(statement) === local);
  if (declared !== undefined) return renamed + declared;
  const imported = statements.find(
    (statement) => statement.startsWith('import') && new RegExp(`\\b${local}\\b`).test(statement),
  );
  const [, source] = /from '([^']+)'/.exec(imported ?? '') ?? [];
  if (source === undefined) throw new Error(`${file}: nothing declares ${local}`);
  return declarationOf(file, statements, local, exported, source, kind);
}

function declarationFile(importer: string, specifier: string): string {
  return join(dirname(importer), specifier.replace(/\.js$/, '.d.ts'));
}

function declaredName(statement: string): string | undefined {
  const pattern =
    /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:function|class|const|let|interface|type|enum|namespace) ([\w$]+)/;
  return pattern.exec(statement)?.[1];
}

/**
 * The statements of a declaration file without comments: the compiler indents all but their ends.
 */
function statementsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replace(/^ *\/\*[\s\S]*?\*\/\n?/gm, '')
    .replace(/^\/\/.*$/gm, '');
  const statements: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (/^[\w]/.test(line)) statements.push(line);
    else statements.push(`${statements.pop() ?? ''}\n${line}`);
  }
  return mergeOverloads(statements);
}

/** Overloads of a function are one declaration. */
function mergeOverloads(statements: readonly string[]): string[] {
  const merged: string[] = [];
  for (const statement of statements) {
    const before = merged.at(-1);
    const name = declaredName(statement);
    const isOverload = / function /.test(statement) && declaredName(before ?? '') === name;
    if (before !== undefined && isOverload) merged.push(`${merged.pop()}\n${statement}`);
    else merged.push(statement);
  }
  return merged;
}
