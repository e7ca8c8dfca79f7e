import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { propertyRuns } from '@everlong/testing';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readTranscripts } from '../../src/read-transcript.js';
import { streamFile } from '../../src/stream-transcripts.js';

const fixtures = new URL('../../fixtures/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'everlong-streaming-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

  it('reads many pieces as one: late results and sub-agents, too', async () => {
    const log = readFileSync(join(fixtures, 'claude-code.jsonl'), 'utf8').trimEnd().split('\n');
    const copies = Array.from({ length: 120 }, (_, copy) =>
      log
        .map((line) => line.replaceAll(/"((?:u|toolu|msg|e|r)-\d+)"/g, `"$1-${copy}"`))
        .map((line) =>
          copy % 10 === 3
            ? line.replace('"uuid"', `"isSidechain":true,"agentId":"a${copy % 3}","uuid"`)
            : line,
        ),
    );
    const isResult = (line: string): boolean => line.includes('tool_result');
    const text = copies
      .flatMap((lines, copy) => [
        ...lines.filter((line) => !isResult(line)),
        ...(copies[copy - 20] ?? []).filter(isResult),
      ])
      .join('\n');
    const path = join(folder, 'long.jsonl');
    writeFileSync(path, text);
    expect(text.length).toBeGreaterThan(2 * 2 ** 18);
    const all = await streamed(path, true);
    expect(all).toHaveLength(4);
    expect(all).toEqual(await atOnce(path, true));
  });

  it('names the same damage, and reads the same of the rest', async () => {
    const logs = ['claude-code', 'codex', 'codex-bare', 'pi', 'everlong'].map((name) =>
      readFileSync(join(fixtures, `${name}.jsonl`), 'utf8'),
    );
    const damage = fc.record({
      log: fc.constantFrom(...logs),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 300 }),
      patch: fc.constantFrom('', '\n', '"', '}', '{"type":"user"}\n', '\0', '[', 'é'),
      isPacked: fc.boolean(),
    });
    const path = join(folder, 'damaged.jsonl');
    const run = fc.asyncProperty(damage, async ({ log, from, length, patch, isPacked }) => {
      const at = Math.floor(from * log.length);
      const text = `${log.slice(0, at)}${patch}${log.slice(at + length)}`;
      writeFileSync(path, isPacked ? gzipSync(text) : text);
      expect(await outcomeOf(streamed(path, true))).toEqual(await outcomeOf(atOnce(path, true)));
    });
    await fc.assert(run, { numRuns: propertyRuns(150) });
  });

  it('reads a list up to where it is torn, and names the place', async () => {
    const path = join(folder, 'torn.json');
    const whole = readFileSync(join(fixtures, 'chatgpt.json'), 'utf8').trimEnd();
    const list = whole.startsWith('[') ? whole.slice(1, -1) : whole;
    writeFileSync(path, `[${list},${list},${list.slice(0, -20)}`);
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { format } of streamFile({ path }, {}, 0)) read.push(format);
    };
    await expect(reading()).rejects.toThrow(/torn\.json.*item \d+ of its list/);
    expect(read.length).toBeGreaterThanOrEqual(2);
  });
});

async function outcomeOf(reading: Promise<unknown>): Promise<unknown> {
  return reading.catch((error: unknown) => String(error));
}
