/**
 * Checks `docs/documents.md`: every row says whether a promise holds, and each test that it names
 * is in the file that it names. Checks that each relative link of a Markdown file leads to a file,
 * and that each file in a code span of the pages that say where to change what is one: its path, or
 * the end of it. The README of a package that npm publishes links only to what it publishes, since
 * all else is dead there, and names files of the repository that are there. Lists the faults, and
 * exits with 1 if there are any.
 *
 *     node scripts/check-documents.ts [ROOT]
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const docs = resolve(root, 'docs');
/** The pages that say where to change what. */
const PAGES_OF_FILES = ['ARCHITECTURE.md', 'docs/where-to-change-what.md'];
const STATUSES = ['works', 'otherwise', 'not built'];
/** A link to a file, and the names in code spans up to the next link. */
const REFERENCE = /\[[^\]]+\]\(([^)]+)\):((?:[ ,]*`[^`]+`)+)/g;
/** The path of a relative link. */
const LINK = /\]\((?![a-z]+:)([^)#\s]+)/g;
/** A file in a code span, without placeholders. */
const FILE = /`([\w./-]+\.(?:ts|tsx|json))`/g;
/** A path from the root, in a code span. */
const ROOT_PATH = /`((?:apps|docs|examples|packages)\/[\w./-]+)`/g;
/** The name that a call of `test`, `it` or `describe`, of their `each` too, begins with. */
const NAMED = /\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;

const faults: string[] = [];
let rows = 0;
let named = 0;
const lines = readFileSync(resolve(docs, 'documents.md'), 'utf8').split('\n');
for (const [index, line] of lines.entries()) {
  if (!line.startsWith('| ') || line.startsWith('| promise |')) continue;
  rows++;
  for (const fault of faultsOf(line)) faults.push(`docs/documents.md:${index + 1}: ${fault}`);
}
faults.push(...brokenLinks(), ...unknownFiles(), ...deadOnNpm());
for (const fault of faults) console.error(fault);
if (rows === 0) console.error('docs/documents.md holds no promise.');
console.log(`${rows} promises, ${named} tests named, ${faults.length} faults`);
process.exitCode = faults.length > 0 || rows === 0 ? 1 : 0;

function unknownFiles(): string[] {
  const files = filesOf('**/*.{ts,tsx,json}').map((file) => `/${file}`);
  return PAGES_OF_FILES.filter((page) => existsSync(resolve(root, page))).flatMap((page) => {
    const text = readFileSync(resolve(root, page), 'utf8');
    const spans = new Set([...text.matchAll(FILE)].map(([, name = '']) => name));
    return [...spans]
      .filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
      .map((name) => `${page}: there is no file ${name}`);
  });
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: (name) => /^(?:node_modules|dist|fixtures|corpus|coverage)$/.test(name),
  });
}

function brokenLinks(): string[] {
  return filesOf('**/*.md').flatMap((page) => {
    const links = readFileSync(resolve(root, page), 'utf8').matchAll(LINK);
    return [...links]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(resolve(root, dirname(page), path)))
      .map((path) => `${page}: there is no file ${path}`);
  });
}

function deadOnNpm(): string[] {
  return globSync('{packages,apps}/*/package.json', { cwd: root }).flatMap((file) => {
    const { private: isPrivate, files = [] } = JSON.parse(
      readFileSync(resolve(root, file), 'utf8'),
    ) as { private?: boolean; files?: string[] };
    const readme = join(dirname(file), 'README.md');
    if (isPrivate === true || !existsSync(resolve(root, readme))) return [];
    const text = readFileSync(resolve(root, readme), 'utf8');
    const isPublished = (path: string): boolean =>
      files.some((each) => path === each || path.startsWith(`${each}/`));
    const unpublished = [...text.matchAll(LINK)]
      .map(([, path = '']) => path)
      .filter((path) => !isPublished(normalize(path)))
      .map((path) => `${readme}: npm does not publish ${path}: name it without a link`);
    const missing = [...text.matchAll(ROOT_PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(resolve(root, path)))
      .map((path) => `${readme}: there is no file ${path}`);
    return [...unpublished, ...missing];
  });
}

function faultsOf(row: string): string[] {
  const [promise = '', status = '', tests = '', ...more] = cellsOf(row);
  if (promise === '' || more.length > 0) return ['a row has three cells: promise, now, tests'];
  const word = STATUSES.find((each) => status.startsWith(each));
  if (word === undefined) {
    return [`${JSON.stringify(status)} begins with none of ${STATUSES.join(', ')}`];
  }
  const references = [...tests.matchAll(REFERENCE)];
  if (references.length === 0) {
    return word === 'not built' && tests === '' ? [] : [`no test is named for "${promise}"`];
  }
  return references.flatMap(([, path = '', names = '']) => missingIn(path, names));
}

/** What stands between the bars that are not escaped. */
function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function missingIn(path: string, names: string): string[] {
  const file = resolve(docs, path);
  if (!existsSync(file)) return [`there is no file ${path}`];
  const there = namesIn(readFileSync(file, 'utf8'));
  const wanted = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
    name.replaceAll(String.raw`\|`, '|'),
  );
  named += wanted.length;
  return wanted
    .filter((name) => !there.has(name))
    .map((name) => `${path} has no test ${JSON.stringify(name)}`);
}

function namesIn(source: string): Set<string> {
  const found = source.matchAll(NAMED);
  return new Set(
    [...found].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  );
}
