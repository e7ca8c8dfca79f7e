import type { EntryInput } from '@everlong/core';

import { READ_AGAIN } from '../copies/file-actions.js';
import type { LineNeed } from '../needs/line-needs.js';
import type { ReplayLog } from '../needs/replay-log.js';
import type { ValueNeed } from '../needs/value-needs.js';

/** What an agent may lack. */
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
 * What is appended to read recorded entries again: a call each, and the text of each as its result.
 * `tag` makes the ids of the calls unique.
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
