import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, it } from 'vitest';
import { readTranscripts } from '../../src/read-transcript.js';
import { streamFile } from '../../src/stream-transcripts.js';

const fixtures = new URL('../../fixtures/', import.meta.url).pathname;
async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function streamed(path: string, rewound: boolean): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { entries, warnings, ...about } of streamFile({ path }, { rewound }, 0)) {
    const first = await collect(entries());
    expect(await collect(entries()), 'read again').toEqual(first);
    all.push({ ...about, entries: first, warnings: warnings.toSorted() });
  }
  return all;
}

async function atOnce(path: string, rewound: boolean): Promise<unknown[]> {
  const all = await collect(readTranscripts(path, { rewound }));
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
