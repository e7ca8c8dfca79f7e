import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importBounded } from '../support/import-bounded.js';
import { writeLargeRecording } from '../support/large-recording.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// A text of this length with what is made of it takes far more than the heap has.
test.each([
  ['claude-code', 'large.jsonl', 'jsonl'],
  ['chatgpt', 'conversations.json', 'sqlite'],
] as const)(
  'a recording of %s is imported that is larger than memory',
  async (kind, name, store) => {
    const folder = temporaryFolder();
    const file = join(folder, name);
    const made = writeLargeRecording(file, kind, 24 * 2 ** 20);
    const { stored } = await importBounded(file, { folder, heapMb: 40, store });
    expect(stored).toEqual(made);
  },
);
