import type { ModelMessage } from '@everlong/core';

import { inlineFiles, withoutFiles } from './inline-files.js';
import type { RequestLimits } from './request-limits.js';
import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';

/**
 * The entries with a line of text in place of each file that the provider takes in no request: an
 * image that is too large, a file in a tool result.
 */
export function withoutRefusedFiles(
  rendered: RenderedEntry[],
  { maxImageBytes, toolResultFiles }: RequestLimits,
): RenderedEntry[] {
  const allowed = (message: ModelMessage): boolean =>
    inlineFiles(message).maxImageBytes <= maxImageBytes &&
    (toolResultFiles || message.role !== 'tool');
  if (rendered.every((entry) => entry.messages.every(allowed))) return rendered;
  return rendered.map((entry) => {
    const messages = entry.messages.map((message) =>
      allowed(message) ? message : withoutFiles(message),
    );
    const reason = 'files that the provider does not take';
    return withMessages(entry, messages, { disposition: 'truncated', reason });
  });
}

/** The group with a line of text in place of each of its files. */
export function withFilesNamed({ rendered }: MessageGroup): RenderedEntry[] {
  const change = { disposition: 'truncated', reason: 'over the limit of files' } as const;
  return rendered.map((entry) => withMessages(entry, entry.messages.map(withoutFiles), change));
}
