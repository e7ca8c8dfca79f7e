import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

const TESTS = `it('keeps what\\'s said', () => {});\nit.each([1])('counts %s', () => {});`;

const ROW = '| Kept | not built: memory |  |';

/** What the script says of a page with this row, and of the other page. */
function check(
  row: string,
  files: Record<string, string> = {},
): { status: number | null; said: string } {
  const root = mkdtempSync(join(tmpdir(), 'everlong-documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'a.test.ts'), TESTS);
  const page = `| promise | now | tests |\n|---|---|---|\n${row}\n`;
  writeFileSync(join(root, 'docs/documents.md'), page);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const script = new URL('check-documents.ts', import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, said: stderr };
}

it.each([
  "| Kept | works | [a](../a.test.ts): `keeps what's said`, `counts %s` |",
  '| Kept | otherwise: so | [a](../a.test.ts): `counts %s`; [a](../a.test.ts): `counts %s` |',
  ROW,
])('passes %s', (row) => {
  expect(check(row)).toEqual({ status: 0, said: '' });
});

it.each([
  ['| Kept | works | [a](../a.test.ts): `counts it` |', 'a.test.ts has no test "counts it"'],
  ['| Kept | works | [b](../b.test.ts): `counts %s` |', 'there is no file ../b.test.ts'],
  ['| Kept | works |  |', 'no test is named for "Kept"'],
  ['| Kept | perhaps | [a](../a.test.ts): `counts %s` |', '"perhaps" begins with none of'],
  ['', 'holds no promise'],
  ['[A page](gone.md), and [one](https://example.com/gone.md)', 'there is no file gone.md'],
])('refuses %s', (row, words) => {
  const { status, said } = check(row);
  expect(status).toBe(1);
  expect(said).toContain(words);
});

it.each(['ARCHITECTURE.md', 'docs/where-to-change-what.md'])(
  'refuses files that %s names and nobody has',
  (page) => {
    const text = 'See `a.test.ts`, `docs/gone.ts`, `test.ts` and `<name>.ts`.';
    expect(check(ROW, { [page]: text })).toEqual({
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
  expect(check(ROW, files({}))).toEqual({
    status: 1,
    said:
      'packages/one/README.md: npm does not publish ../../docs/documents.md: name it without a link\n' +
      'packages/one/README.md: there is no file docs/gone.md\n',
  });
  expect(check(ROW, files({ private: true }))).toEqual({ status: 0, said: '' });
});
