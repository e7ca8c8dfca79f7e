/**
 * The promises of `docs/documents.md`, and the tests that say which of them they prove: a comment
 * `// promise: context-3, missy-1` above a test. A promise is a line `- **context-3** Text`; behind
 * an arrow stand links to the files of its tests, which are written from the comments.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const PROMISE = /^- \*\*([a-z]+-\d+)\*\* (.+?)(?: → .*)?$/;
const TAG = /^[ \t]*\/\/ promise: (.+)$/gm;
const TESTS = '{apps,packages,examples}/**/*.{test.ts,test.tsx,test-d.ts}';

export interface Promises {
  /** The page with the links of today. */
  page: string;
  count: number;
  tests: number;
  faults: string[];
}

/** Reads the page and the comments of all tests below the root. */
export function readPromises(root: string): Promises {
  const lines = readFileSync(join(root, 'docs/documents.md'), 'utf8').split('\n');
  const tags = readTags(root);
  const known = new Set<string>();
  const faults: string[] = [];
  const written = lines.map((line) => {
    const [, id = '', text = ''] = PROMISE.exec(line) ?? [];
    if (id === '') return line;
    if (known.has(id)) faults.push(`docs/documents.md: ${id} stands there twice`);
    known.add(id);
    const files = [...new Set(tags.filter((tag) => tag.id === id).map(({ file }) => file))];
    if (files.length === 0) faults.push(`docs/documents.md: no test says that it proves ${id}`);
    return `- **${id}** ${text} → ${files.toSorted().map(linkTo).join(', ')}`;
  });
  if (known.size === 0) faults.push('docs/documents.md holds no promise.');
  for (const { id, file } of tags) {
    if (!known.has(id)) faults.push(`${file}: docs/documents.md has no promise ${id}`);
  }
  const page = written.join('\n');
  return { page, count: known.size, tests: tags.length, faults };
}

function readTags(root: string): { id: string; file: string }[] {
  const exclude = (name: string): boolean => /^(?:node_modules|dist)$/.test(name);
  const files = [
    ...globSync(TESTS, { cwd: root, exclude }),
    ...globSync('examples/describe-*.ts', { cwd: root }),
  ];
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(TAG)].flatMap(([, ids = '']) =>
      ids.split(', ').map((id) => ({ id, file })),
    ),
  );
}

function linkTo(file: string): string {
  const name = basename(file).replace(/(?:\.test|\.test-d)?\.tsx?$/, '');
  return `[${name}](../${file})`;
}
