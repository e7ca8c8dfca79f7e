import type { ModelMessage } from '@everlong/core';

import type { NextRequest } from '../tasks/conversation.ts';

const MARKERS = /^(\s*#{1,6}) .*$|<(\/?)[A-Za-z][^<>\n]*>|\[[^[\]\n]*\]|#\d+/gm;

/**
 * Renames every heading, tag, text in brackets and entry number in what a policy wrote into a
 * request: messages of the log stay as they are, and so do the answers of the history tools.
 */
export function createMarkerRenamer() {
  const known = new WeakMap<ModelMessage, ModelMessage>();
  const renamed = new Set<string>();

  const rename = (text: string): string =>
    text.replace(MARKERS, (marker: string, hashes?: string, slash?: string) => {
      renamed.add(marker);
      if (hashes !== undefined) return `${hashes} Other words`;
      if (slash !== undefined) return `<${slash}other>`;
      return marker.startsWith('[') ? '[other words]' : '#0';
    });

  function renameStrings(value: unknown): unknown {
    if (typeof value === 'string') return rename(value);
    if (Array.isArray(value)) return value.map(renameStrings);
    if (typeof value !== 'object' || value === null) return value;
    const { type, toolName = '' } = value as { type?: string; toolName?: string };
    if (type === 'tool-call' || toolName.startsWith('history_')) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, renameStrings(part)]),
    );
  }

  function renameMessage(message: ModelMessage, log: ReadonlySet<string>): ModelMessage {
    const done = known.get(message);
    if (done !== undefined) return done;
    const isOwn = log.has(JSON.stringify(message.content));
    const content = isOwn ? message.content : renameStrings(message.content);
    const other = { ...message, content } as ModelMessage;
    known.set(message, other);
    return other;
  }

  return {
    /** The markers that were found and renamed so far. */
    renamed,
    rewrite: (request: NextRequest, log: ReadonlySet<string>): NextRequest => ({
      ...request,
      instructions: rename(request.instructions),
      messages: request.messages.map((message) => renameMessage(message, log)),
    }),
  };
}
