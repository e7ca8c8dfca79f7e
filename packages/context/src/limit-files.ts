import type { ModelMessage } from '@everlong/core';

import type { KeptUnit } from './fit-units.js';
import { inlineFiles, withoutFiles } from './inline-files.js';
import type { RequestLimits } from './request-limits.js';
import type { RenderedEntry, Unit } from './unit.js';

/** Whether messages keep to a provider's limits of files, images and messages. */
export function withinLimits(messages: readonly ModelMessage[], limits: RequestLimits): boolean {
  let images = 0;
  let bytes = 0;
  for (const message of messages) {
    const files = inlineFiles(message);
    images += files.images;
    bytes += files.bytes;
  }
  return (
    images <= limits.maxImages &&
    bytes <= limits.maxFileBytes &&
    messages.length <= limits.maxMessages
  );
}

/** Names the files that no request may hold: images that are too large, files in tool results. */
export function sendable(
  rendered: RenderedEntry[],
  { maxImageBytes, toolResultFiles }: RequestLimits,
): RenderedEntry[] {
  const allowed = (message: ModelMessage): boolean =>
    inlineFiles(message).maxImageBytes <= maxImageBytes &&
    (toolResultFiles || message.role !== 'tool');
  if (rendered.every((entry) => entry.messages.every(allowed))) return rendered;
  return rendered.map((entry) =>
    named(
      entry,
      entry.messages.map((message) => (allowed(message) ? message : withoutFiles(message))),
      'files that the provider does not take',
    ),
  );
}

/** The entry with files named in these messages; as it was when there were none. */
function named(entry: RenderedEntry, messages: ModelMessage[], reason: string): RenderedEntry {
  if (messages.every((message, index) => message === entry.messages[index])) return entry;
  return { ...entry, messages, disposition: 'truncated', reason };
}

/** The unit with its files named instead of sent. */
export function dropFiles({ rendered }: Unit): RenderedEntry[] {
  return rendered.map((entry) =>
    named(entry, entry.messages.map(withoutFiles), 'over the limit of files'),
  );
}

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
