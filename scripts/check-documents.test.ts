import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

const TESTS = `// promise: one-1, one-2\nit('keeps', () => {});`;
const PROMISES =
  '# Promises\n\n- **one-1** Kept → [a](../apps/a.test.ts)\n- **one-2** *Otherwise:* so';
const LINKED = `${PROMISES} → [a](../apps/a.test.ts)\n`;

/** What the script says of a folder with these files beside a page of promises and their test. */
function check(
  files: Record<string, string> = {},
  flags: string[] = [],
): { status: number | null; said: string; page: string } {
  const root = mkdtempSync(join(tmpdir(), 'everlong-documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = { 'docs/documents.md': LINKED, 'apps/a.test.ts': TESTS, ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const script = new URL('check-documents.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, ...flags, root], {
    encoding: 'utf8',
  });
  const page = readFileSync(join(root, 'docs/documents.md'), 'utf8');
  return { status, said: stderr, page };
}

it('passes promises with the links to their tests, and writes these', () => {
  expect(check()).toEqual({ status: 0, said: '', page: LINKED });
  const stale = { 'docs/documents.md': `${PROMISES} → [gone](../apps/gone.test.ts)\n` };
  expect(check(stale, ['--write'])).toEqual({ status: 0, said: '', page: LINKED });
  expect(check(stale).said).toContain('links are out of date');
});

it.each([
  [{ 'apps/a.test.ts': '// promise: one-1\n' }, 'no test says that it proves one-2'],
  [
    { 'apps/b.test.ts': '  // promise: two-1\n' },
    'apps/b.test.ts: docs/documents.md has no promise two-1',
  ],
  [{ 'docs/documents.md': `${LINKED}- **one-1** Again\n` }, 'one-1 stands there twice'],
  [{ 'docs/documents.md': '' }, 'holds no promise'],
  [
    { 'docs/a.md': '[A page](gone.md), and [one](https://example.com/gone.md)' },
    'docs/a.md: there is no file gone.md',
  ],
])('refuses %o', (files, words) => {
  const { status, said } = check(files);
  expect(status).toBe(1);
  expect(said).toContain(words);
});

it.each(['ARCHITECTURE.md', 'docs/where-to-change-what.md'])(
  'refuses files that %s names and nobody has',
  (page) => {
    const text = 'See `a.test.ts`, `docs/gone.ts`, `test.ts` and `<name>.ts`.';
    expect(check({ [page]: text })).toMatchObject({
      status: 1,
      said: `${page}: there is no file docs/gone.ts\n${page}: there is no file test.ts\n`,
    });
  },
);

it('refuses links of a README that are dead where npm shows it, and files that nobody has', () => {
  const text =
    'See [a](docs/a.md), [b](../../docs/documents.md), `docs/gone.md` and `docs/documents.md`.';
  const files = (fields: object): Record<string, string> => ({
    'packages/one/package.json': JSON.stringify({ files: ['docs'], ...fields }),
    'packages/one/README.md': text,
    'packages/one/docs/a.md': '',
  });
  expect(check(files({}))).toMatchObject({
    status: 1,
    said:
      'packages/one/README.md: npm does not publish ../../docs/documents.md: name it without a link\n' +
      'packages/one/README.md: there is no file docs/gone.md\n',
  });
  expect(check(files({ private: true }))).toMatchObject({ status: 0, said: '' });
});
