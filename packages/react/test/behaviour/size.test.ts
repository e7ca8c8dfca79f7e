import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** What a page loads for an import of this package, minified and compressed, React apart. */
async function bundle(code: string): Promise<{ gzipped: number; text: string }> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: PACKAGE },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    conditions: ['@everlong/source'],
    external: ['react', 'react/*'],
    legalComments: 'none',
    write: false,
  });
  const [file] = outputFiles;
  return { gzipped: gzipSync(file?.contents ?? '', { level: 9 }).length, text: file?.text ?? '' };
}

describe('what a page loads', () => {
  test('the indicator alone: at most 4 kB', async () => {
    const { gzipped, text } = await bundle("export { ContextIndicator } from '@everlong/react'");
    expect(gzipped).toBeLessThanOrEqual(4000);
    expect(text).toContain('context-indicator-meter');
    expect(text).not.toContain('summary-message');
  });

  test('everything: at most 10 kB', async () => {
    const { gzipped, text } = await bundle("export * from '@everlong/react'");
    expect(gzipped).toBeLessThanOrEqual(10_000);
    expect(text).toContain('summary-message');
  });

  test('what servers import holds no React, and no other package', async () => {
    const { text } = await bundle("export * from '@everlong/react/server'");
    expect(text).not.toMatch(/\bfrom\s*"|\bimport\b/);
    expect(text).toContain('openai.compaction');
  });
});
