import type { ModelMessage } from '@everlong/core';

import { inlineFiles, withoutFiles } from './inline-files.js';
import type { RequestLimits } from './request-limits.js';
import type { RenderedEntry, MessageGroup } from '../rendering/message-group.js';

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

/** The group with its files named instead of sent. */
export function dropFiles({ rendered }: MessageGroup): RenderedEntry[] {
  return rendered.map((entry) =>
    named(entry, entry.messages.map(withoutFiles), 'over the limit of files'),
  );
}
