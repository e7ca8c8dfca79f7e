import { readTranscript } from '@everlong/formats';
import { COUNTED_HISTORIES, propertyRuns, sampled } from '@everlong/testing';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, it } from 'vitest';

import { labelledConstraints, walkConstraints } from '../snapshots/labelled-constraints.ts';

/** After how many compactions the requests are looked at. */
const CHECKED_AFTER = [
  1,
  3,
  10,
  ...(propertyRuns(COUNTED_HISTORIES) < COUNTED_HISTORIES ? [] : [50]),
];

const files = [
  'aider/aider-afi-core',
  'claude-code/cclog-agent-a6aa8ad077d9ea083',
  'swe-agent/sweagent-92f969-monstrations-ctf-web-i-got-id-demo',
];

describe.skipIf(!hasCorpus)('labelled constraints (EVERLONG_CORPUS names the sessions)', () => {
  it.each(files)('%s has some that are found', async (file) => {
    const { entries } = await readTranscript(`${corpus}/normalized/${file}.jsonl.gz`);
    expect(labelledConstraints(file, entries)).not.toEqual([]);
  });

  it.each(sampled([8000, 16_000, 32_000], 1))(
    `stand in the requests of a window of %i after ${CHECKED_AFTER.join(', ')} compactions`,
    async (contextWindow) => {
      for (const file of files) {
        const kept = await walkConstraints(corpus, file, {
          contextWindow,
          checkedAfter: CHECKED_AFTER,
        });
        const found = kept.map(({ compactions, silent }) => ({ compactions, silent }));
        const none = CHECKED_AFTER.map((compactions) => ({ compactions, silent: [] }));
        expect({ file, found }).toEqual({ file, found: none });
      }
    },
  );
});
