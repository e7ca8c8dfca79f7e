import { basename } from 'node:path';

import { openSession } from '@everlong/context';
import { createMemoryStore, type EntryInput } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { sampled } from '@everlong/testing';
import { corpus, corpusFiles } from '@everlong/testing/corpus';
import { describe, expect, test } from 'vitest';

/** Its client cut a pasted text of more than 100,000 tokens before it was sent: a true alarm. */
const CUT_BY_ITS_CLIENT = 'episodic-memory-long-conversation.jsonl.gz';

const all = corpusFiles();
const drawn = sampled(all, all.length / 4);
const files = all.filter((file) => drawn.includes(file) || basename(file) === CUT_BY_ITS_CLIENT);

/**
 * The answers before which a session says that the prompt was cut, by the usage recorded for them.
 */
async function alarms(entries: readonly EntryInput[]): Promise<number[]> {
  const model = entries.find((entry) => entry.usage !== undefined)?.model ?? 'gpt-5';
  const store = createMemoryStore();
  const session = await openSession({ store, model, policy: 'full', contextWindow: 1_000_000 });
  const raised: number[] = [];
  for (const [seq, entry] of entries.entries()) {
    if (entry.usage !== undefined && entry.model === model && seq > 0) {
      await session.prepare();
      await session.recordUsage(entry.usage);
      if (session.state().truncation !== undefined) raised.push(seq);
    }
    await session.append(entry);
  }
  return raised;
}

describe.skipIf(files.length === 0)(`silent truncation (skipped without ${corpus})`, () => {
  test('no prompt of a recorded session is called cut that was sent whole', async () => {
    let calls = 0;
    for (const file of files) {
      const { entries } = await readTranscript(file);
      const compacted = entries.findIndex(({ metadata }) => metadata?.['event'] !== undefined);
      const whole = compacted < 0 ? entries : entries.slice(0, compacted);
      calls += whole.filter(({ usage }) => usage !== undefined).length;
      const raised = await alarms(whole);
      if (basename(file) === CUT_BY_ITS_CLIENT) expect(raised[0]).toBe(9);
      else expect({ file: basename(file), raised }).toEqual({ file: basename(file), raised: [] });
    }
    expect(calls).toBeGreaterThan(files.length === all.length ? 2500 : 100);
  });
});
