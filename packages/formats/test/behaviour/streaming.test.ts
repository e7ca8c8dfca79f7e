import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { afterAll, describe, expect, it } from 'vitest';
import { readTranscripts } from '../../src/read-transcript.js';
import { streamFile } from '../../src/stream-transcripts.js';

const fixtures = new URL('../../fixtures/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'everlong-streaming-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function streamed(path: string, rewound: boolean): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { entries, warnings, ...about } of streamFile(path, { rewound }, 0)) {
    const first = await Array.fromAsync(entries());
    expect(await Array.fromAsync(entries()), 'read again').toEqual(first);
    all.push({ ...about, entries: first, warnings: warnings.toSorted() });
  }
  return all;
}

async function atOnce(path: string, rewound: boolean): Promise<unknown[]> {
  const all = await Array.fromAsync(readTranscripts(path, { rewound }));
  return all.map((each) => ({ ...each, warnings: each.warnings.toSorted() }));
}

const corpusFiles = ['claude-code', 'codex', 'pi'].flatMap((source) =>
  hasCorpus
    ? readdirSync(join(corpus, 'raw', source)).map((name) => join(corpus, 'raw', source, name))
    : [],
);

describe('a file that is streamed', () => {
  it.each([...readdirSync(fixtures).map((name) => join(fixtures, name)), ...corpusFiles])(
    'reads as at once: %s',
    async (path) => {
      for (const rewound of [true, false]) {
        expect(await streamed(path, rewound)).toEqual(await atOnce(path, rewound));
      }
    },
  );
});
