import type { EntryInput } from '@everlong/core';

import { READ_AGAIN } from '../copies/file-actions.js';
import type { LineNeed } from '../needs/line-needs.js';
import type { ReplayLog } from '../needs/replay-log.js';
import type { ValueNeed } from '../needs/value-needs.js';

/** A value or a line that a recorded message needs. */
export type Need = ValueNeed | LineNeed;

/** The newest source entries of needs, those of most needs first, then the newest first. */
export function sourcesOf(needs: readonly Need[]): number[] {
  const wanted = new Map<number, number>();
  for (const need of needs) {
    const source = 'line' in need ? need.source : need.sources.at(-1);
    if (source !== undefined) wanted.set(source, (wanted.get(source) ?? 0) + 1);
  }
  return [...wanted]
    .toSorted(([left, many], [right, more]) => more - many || right - left)
    .map(([source]) => source);
}

/**
 * The entries appended to reread recorded entries: one message with a call for each, then a result
 * with the text of each. `tag` makes the ids of the calls unique.
 */
export function readAgain(sources: readonly number[], tag: string, log: ReplayLog): EntryInput[] {
  const idOf = (source: number): string => `${READ_AGAIN}-${tag}-${source}`;
  const calls = sources.map((source) => {
    const path = log.lines.fileOf(source);
    return {
      type: 'tool-call' as const,
      toolCallId: idOf(source),
      toolName: READ_AGAIN,
      input: { entry: source, ...(path === undefined ? {} : { path }) },
    };
  });
  const results = sources.map((source) => ({
    role: 'tool' as const,
    content: [
      {
        type: 'tool-result' as const,
        toolCallId: idOf(source),
        toolName: READ_AGAIN,
        output: { type: 'text' as const, value: log.texts[source]?.text ?? '' },
      },
    ],
  }));
  return [{ role: 'assistant' as const, content: calls }, ...results].map((message) => ({
    id: `${tag}-${message.role === 'assistant' ? 'calls' : message.content[0]?.toolCallId}`,
    message,
  }));
}
