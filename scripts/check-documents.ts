/**
 * Checks `docs/documents.md`: each promise has a test that says that it proves it, and each such test
 * names a promise; `--write` writes the links to these tests. Checks that each relative link of a
 * Markdown file leads to a file, and that each file in a code span of the pages that say where to
 * change what is one: its path, or the end of it. The README of a package that npm publishes links
 * only to what it publishes, since all else is dead there, and names files of the repository that
 * are there. Lists the faults, and exits with 1 if there are any.
 *
 *     node scripts/check-documents.ts [--write] [ROOT]
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { readPromises } from './promises.ts';

/** The pages that say where to change what. */
const PAGES_OF_FILES = ['ARCHITECTURE.md', 'docs/where-to-change-what.md'];
/** The path of a relative link. */
const LINK = /\]\((?![a-z]+:)([^)#\s]+)/g;
/** A file in a code span, without placeholders. */
const FILE = /`([\w./-]+\.(?:ts|tsx|json))`/g;
/** A path from the root, in a code span. */
const ROOT_PATH = /`((?:apps|docs|examples|packages)\/[\w./-]+)`/g;
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const root = resolve(positionals[0] ?? fileURLToPath(new URL('..', import.meta.url)));
const promisesPage = resolve(root, 'docs/documents.md');

const { page: written, count, tests, faults } = readPromises(root);
if (flags.write) {
  writeFileSync(promisesPage, written);
} else if (readFileSync(promisesPage, 'utf8') !== written) {
  faults.push('docs/documents.md: links are out of date: node scripts/check-documents.ts --write');
}
faults.push(...brokenLinks(), ...unknownFiles(), ...deadOnNpm());
for (const fault of faults) console.error(fault);
console.log(`${count} promises, ${tests} proofs, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

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
