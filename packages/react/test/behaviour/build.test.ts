import { readFileSync } from 'node:fs';

import { isContextSummary } from '@everlong/react/server';
import { describe, expect, test } from 'vitest';

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

  test('runs on a server, outside of React', () => {
    expect(isContextSummary({ metadata: { type: 'context-summary' } })).toBe(true);
    expect(isContextSummary({ role: 'assistant', parts: [] })).toBe(false);
  });
});
