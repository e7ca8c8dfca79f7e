import type { Unit } from '../rendering/message-group.js';
import { inlineFiles } from '../truncation/inline-files.js';
import { withinLimits } from '../truncation/limit-files.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { KeptUnit } from './fit-units.js';

/** What a compaction leaves of a limit, so that the next file does not start another one. */
const COMPACTED_SHARE = 0.7;

/** Of units (oldest first), the oldest lose their files when all together hold too many. */
export function limitFiles(kept: readonly KeptUnit[], limits: RequestLimits): KeptUnit[] {
  if (
    withinLimits(
      kept.flatMap(({ unit }) => unit.messages),
      limits,
    )
  )
    return [...kept];
  let images = 0;
  let bytes = 0;
  return kept
    .toReversed()
    .map((item) => {
      const files = item.unit.messages.map(inlineFiles);
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

/** Of units (oldest first), the oldest go when all together are too many messages. */
export function limitMessages(
  kept: readonly KeptUnit[],
  latestUser: Unit | undefined,
  { maxMessages }: RequestLimits,
): KeptUnit[] {
  const total = kept.reduce((sum, { unit }) => sum + unit.messages.length, 0);
  // Notes between messages and the snapshot count too.
  if (total <= maxMessages * 0.9) return [...kept];
  let excess = total - Math.floor(maxMessages * COMPACTED_SHARE);
  return kept.filter(({ unit }) => {
    if (excess <= 0 || unit === latestUser) return true;
    excess -= unit.messages.length;
    return false;
  });
}
