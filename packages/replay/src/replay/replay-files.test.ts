import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ConfigError } from '@everlong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { replayFiles } from './replay-files.js';

let directory: string;
const files = (...names: string[]) => names.map((name) => join(directory, name));

/** OpenAI chat messages, one a line: `turns` questions and answers about numbered builds. */
function chat(turns: number): string {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `What about build_${turn}? ${'Some more words. '.repeat(20)}` },
    { role: 'assistant', content: `build_${turn} comes after build_${Math.floor(turn / 3)}.` },
  ])
    .flat()
    .map((message) => JSON.stringify(message))
    .join('\n');
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'everlong-replay-'));
  await writeFile(join(directory, 'long.jsonl'), chat(40));
  await writeFile(join(directory, 'short.jsonl'), chat(3));
  await writeFile(join(directory, 'middle.jsonl'), chat(12));
  await writeFile(
    join(directory, 'damaged.jsonl'),
    `${chat(2)}\n{"role": "user", "cont\n${chat(1)}`,
  );
});

afterAll(() => rm(directory, { recursive: true }));

describe('replayFiles', () => {
  it('gives results in the order of the files, and a total of them', async () => {
    const run = await replayFiles(files('short.jsonl', 'long.jsonl'), {
      policies: ['newest', 'everlong'],
      window: 2000,
    });
    expect(run.failures).toEqual([]);
    expect(run.result.files.map(({ messages }) => messages)).toEqual([6, 80]);
    expect(run.result.total.map(({ policy, requests }) => [policy, requests])).toEqual([
      ['newest', 43],
      ['everlong', 43],
    ]);
  });

  it('goes on without a file or a line that cannot be read, and says why and where', async () => {
    const seen: string[] = [];
    const run = await replayFiles(files('damaged.jsonl', 'missing.jsonl', 'short.jsonl'), {
      policies: ['newest'],
      window: 2000,
      onProgress: ({ done, files: all, failure }) =>
        seen.push(`${done}/${all}${failure === undefined ? '' : ' failed'}`),
    });
    expect(run.result.files.map(({ file }) => file)).toEqual(files('damaged.jsonl', 'short.jsonl'));
    expect(run.result.files[0]?.warnings?.join()).toContain('damaged.jsonl:5');
    expect(run.result.files[1]?.warnings).toBeUndefined();
    expect(run.failures.map(({ file }) => file)).toEqual(files('missing.jsonl'));
    expect(seen.filter((line) => line.endsWith('failed'))).toHaveLength(1);
  });

  it('refuses settings that cannot be used before it reads anything', async () => {
    const run = replayFiles(files('missing.jsonl'), { policies: ['nonsense'], window: 2000 });
    await expect(run).rejects.toThrow(ConfigError);
  });
});

const built = new URL('../../dist/index.js', import.meta.url);
const buildIsThere = existsSync(built) && existsSync(new URL('replay-worker.js', built));

const script = `
  import { replayFiles } from ${JSON.stringify(built.href)};
  let threads = 0;
  process.on('worker', () => threads++);
  const [workers, ...files] = process.argv.slice(2);
  const options = { policies: ['newest', 'everlong'], window: 2000, workers: Number(workers) };
  const run = await replayFiles(files, options);
  const withoutTimes = (key, value) => (key === 'prepareMs' ? undefined : value);
  console.log(JSON.stringify({ threads, ...run }, withoutTimes));
`;

/** What the built package answers, in a process of its own: worker threads need the build. */
async function replayBuilt(workers: number, nodeArguments: string[]): Promise<object> {
  const replayed = files('short.jsonl', 'long.jsonl', 'damaged.jsonl', 'middle.jsonl');
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeArguments,
    `${workers}`,
    ...replayed,
  ]);
  return JSON.parse(stdout) as object;
}

describe.skipIf(!buildIsThere)('the build (skipped without dist)', () => {
  it('gives the same results with any number of workers', async () => {
    const [path = ''] = files('script.mjs');
    await writeFile(path, script);
    const alone = await replayBuilt(1, [path]);
    expect(alone).toMatchObject({
      threads: 0,
      result: {
        files: [
          { messages: 6 },
          { messages: 80 },
          { messages: 6, warnings: [{}] },
          { messages: 24 },
        ],
      },
      failures: [],
    });
    expect(await replayBuilt(3, [path])).toEqual({ ...alone, threads: 3 });
    // Threads inherit this flag and cannot start with it.
    const refused = await replayBuilt(2, ['--input-type=module', '-e', script, '--', '-']);
    expect(refused).toEqual({ ...alone, threads: 2 });
  });
});
