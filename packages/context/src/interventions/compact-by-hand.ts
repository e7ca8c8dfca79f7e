import { giveUpBackgroundCompaction } from '../compaction/background-compaction.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { CompactResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';

/** What is known of a compaction before its epoch is. */
export type HandResult = Omit<CompactResult, 'epoch'>;

/**
 * Runs a compaction that a caller asked for, instead of one that is made in the background; again
 * when another process was quicker, but not once it is committed.
 */
export function compactByHand(
  work: SessionWork,
  { reason, abortSignal }: { reason: string; abortSignal?: AbortSignal | undefined },
  compactOnce: (session: PrepareInput) => Promise<HandResult>,
): Promise<CompactResult> {
  const { logs, memory } = work;
  return work.queue.runAbortable(abortSignal, async (signal) => {
    await giveUpBackgroundCompaction(work, reason);
    memory?.begin();
    const session = { ...work, signal };
    let done: HandResult | undefined;
    const result = await logs.retryOnConflict(async () => {
      // What was committed is not asked for again, whatever else was recorded meanwhile.
      if (done?.compacted !== true) done = await compactOnce(session);
      return done;
    });
    return { ...result, epoch: logs.current.epoch };
  });
}
