import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type * as Server from '../../src/server.js';

const read = (file: string): string =>
  readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');

describe('the build', () => {
  test('keeps the client boundary of the parts', () => {
    expect(read('index.js')).toMatch(/^(['"])use client\1;/);
  });

  test('has none in what servers import, nor in what that loads', () => {
    const text = read('server.js');
    const chunks = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, chunk = '']) => chunk);
    for (const loaded of [text, ...chunks.map(read)]) {
      expect(loaded).not.toMatch(/['"]use client['"]/);
      expect(loaded).not.toMatch(/from "react/);
    }
  });

  test('runs on a server, outside of React', async () => {
    const server = (await import('@everlong/react/server')) as { isContextSummary: unknown };
    const { isContextSummary } = server as typeof Server;
    expect(isContextSummary({ metadata: { type: 'context-summary' } })).toBe(true);
    expect(isContextSummary({ role: 'assistant', parts: [] })).toBe(false);
  });
});
