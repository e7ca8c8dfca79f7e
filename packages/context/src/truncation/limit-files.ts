import type { ModelMessage } from '@everlong/core';

import { fileKinds, inlineFiles, withoutFiles, withoutKinds } from './inline-files.js';
import type { RequestLimits } from './request-limits.js';
import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';

const REFUSED = 'files that the provider does not take';

/**
 * The entries with a line of text in place of each file that the provider takes in no request: an
 * image that is too large, a file in a tool result, one of a kind that it was seen to refuse.
 */
export function withoutRefusedFiles(
  rendered: RenderedEntry[],
  limits: RequestLimits,
): RenderedEntry[] {
  const { maxImageBytes, toolResultFiles, refusedFiles = [] } = limits;
  if (refusedFiles.length > 0) {
    const { refusedFiles: _, ...others } = limits;
    return withoutRefusedFiles(withoutRefusedKinds(rendered, refusedFiles), others);
  }
  const allowed = (message: ModelMessage): boolean =>
    inlineFiles(message).maxImageBytes <= maxImageBytes &&
    (toolResultFiles || message.role !== 'tool');
  if (rendered.every((entry) => entry.messages.every(allowed))) return rendered;
  return rendered.map((entry) => {
    const messages = entry.messages.map((message) =>
      allowed(message) ? message : withoutFiles(message),
    );
    return withMessages(entry, messages, { disposition: 'truncated', reason: REFUSED });
  });
}

function withoutRefusedKinds(
  rendered: RenderedEntry[],
  refused: readonly string[],
): RenderedEntry[] {
  const isRefused = (message: ModelMessage): boolean =>
    fileKinds(message).some((kind) => refused.includes(kind));
  return rendered.map((entry) => {
    if (!entry.messages.some(isRefused)) return entry;
    const messages = entry.messages.map((message) => withoutKinds(message, refused));
    return withMessages(entry, messages, { disposition: 'truncated', reason: REFUSED });
  });
}

/** The group with a line of text in place of each of its files. */
export function withFilesNamed({ rendered }: MessageGroup): RenderedEntry[] {
  const change = { disposition: 'truncated', reason: 'over the limit of files' } as const;
  return rendered.map((entry) => withMessages(entry, entry.messages.map(withoutFiles), change));
}
