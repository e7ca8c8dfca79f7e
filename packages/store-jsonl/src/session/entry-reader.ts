import type { Entry } from '@everlong/core';

import { decodeEntryLine } from '../lines/entry-line.js';
import type { LineContext } from '../lines/line-context.js';
import type { LogLine } from '../log/read-pages.js';
import { createLineTimes } from './line-times.js';
import { openMediaFolder } from './media-folder.js';
import { readMeta, type SessionLogs } from './session-logs.js';

/** Reads the entries of an open session from their lines. */
export interface EntryReader {
  readonly context: LineContext;
  /** A function that decodes the entry of a line, or throws when it cannot be read. */
  decoderOf(line: LogLine): Promise<() => Entry>;
}

export async function createEntryReader({ paths, entries }: SessionLogs): Promise<EntryReader> {
  const media = openMediaFolder(paths.media);
  const { createdAt } = await readMeta(entries);
  const context: LineContext = {
    sessionId: paths.id,
    createdAt,
    getMedia: media.get,
    readMedia: media.read,
  };
  const times = createLineTimes(entries);
  return {
    context,
    async decoderOf(line) {
      const time = (await times.at(line)) ?? createdAt;
      return () =>
        entries.decode(line, (text) =>
          decodeEntryLine(text, line.seq, { ...context, createdAt: time }),
        );
    },
  };
}
