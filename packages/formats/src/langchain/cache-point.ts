import { isFields } from '../json/json-fields.js';

/** Whether a block only says, as those for Bedrock do, that a cache may end there. */
export function isCachePoint(block: unknown): boolean {
  return isFields(block) && isFields(block['cachePoint']) && block['text'] === undefined;
}

/** The blocks, each with the cache points after it. */
export function withCachePoints(
  blocks: readonly unknown[],
): { block: unknown; cachePoints: unknown[] }[] {
  const all: { block: unknown; cachePoints: unknown[] }[] = [];
  for (const block of blocks) {
    const before = all.at(-1);
    if (before !== undefined && isCachePoint(block)) before.cachePoints.push(block);
    else all.push({ block, cachePoints: [] });
  }
  return all;
}
