/**
 * How much memory an import takes: makes a recording, imports it with the built command line in a
 * process whose heap is bounded, and compares what is stored with what was made. Exits with 1 where
 * they differ. Run in `apps/cli`, after a build:
 *
 *     node --conditions=@everlong/source --import ../../scripts/source-hooks.ts bench/import.ts [--mb 1024] [--heap 256] [--kind claude-code|chatgpt] [--store jsonl|sqlite]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importBounded } from '../test/support/import-bounded.js';
import { type RecordingKind, writeLargeRecording } from '../test/support/large-recording.js';

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1024' },
    heap: { type: 'string', default: '256' },
    kind: { type: 'string' },
    store: { type: 'string', default: 'jsonl' },
  },
});
const kinds = values.kind === undefined ? ['claude-code', 'chatgpt'] : [values.kind];

for (const kind of kinds as RecordingKind[]) {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-import-'));
  try {
    const file = join(folder, kind === 'chatgpt' ? 'conversations.json' : 'large.jsonl');
    const made = writeLargeRecording(file, kind, Number(values.mb) * 2 ** 20);
    const { stored, peakMb, seconds } = await importBounded(file, {
      folder,
      heapMb: Number(values.heap),
      store: values.store,
    });
    const isSame = JSON.stringify(stored) === JSON.stringify(made);
    if (!isSame) process.exitCode = 1;
    console.log(
      `${kind}, ${values.store}: ${values.mb} MB, ${made.sessions} sessions, ${made.entries} ` +
        `messages imported in ${seconds.toFixed(0)} s with a heap of ${values.heap} MB; at most ` +
        `${peakMb} MB resident; ${isSame ? 'all there' : `not the same: ${JSON.stringify({ made, stored })}`}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
