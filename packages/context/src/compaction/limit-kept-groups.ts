import type { MessageGroup } from '../rendering/message-group.js';
import { inlineFiles, withinLimits } from '../truncation/inline-files.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { KeptGroup } from './fit-groups.js';

/** What a compaction leaves of a limit, so that the next file does not start another one. */
const COMPACTED_SHARE = 0.7;

/** Of groups (oldest first), the oldest lose their files when all together hold too many. */
export function limitFiles(kept: readonly KeptGroup[], limits: RequestLimits): KeptGroup[] {
  if (
    withinLimits(
      kept.flatMap(({ group }) => group.messages),
      limits,
    )
  )
    return [...kept];
  let images = 0;
  let bytes = 0;
  return kept
    .toReversed()
    .map((item) => {
      const files = item.group.messages.map(inlineFiles);
      images += files.reduce((sum, file) => sum + file.images, 0);
      bytes += files.reduce((sum, file) => sum + file.bytes, 0);
      const fits =
        images <= limits.maxImages * COMPACTED_SHARE &&
        bytes <= limits.maxFileBytes * COMPACTED_SHARE;
      const plain = item.masked === true || item.maxTokens !== undefined;
      return fits || plain ? item : { ...item, withoutFiles: true };
    })
    .toReversed();
}

/** Drops the oldest groups while all together have too many messages; oldest first. */
export function limitMessages(
  kept: readonly KeptGroup[],
  latestUser: MessageGroup | undefined,
  { maxMessages }: RequestLimits,
): KeptGroup[] {
  const total = kept.reduce((sum, { group }) => sum + group.messages.length, 0);
  // Notes between messages and the snapshot count too.
  if (total <= maxMessages * 0.9) return [...kept];
  let excess = total - Math.floor(maxMessages * COMPACTED_SHARE);
  return kept.filter(({ group }) => {
    if (excess <= 0 || group === latestUser) return true;
    excess -= group.messages.length;
    return false;
  });
}
