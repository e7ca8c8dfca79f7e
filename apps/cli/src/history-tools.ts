import { type Entry, messageText, redactSecrets } from '@everlong/core';
import type { Session } from '@everlong/context';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';

export interface HistoryToolsOptions {
  session: Pick<Session, 'search' | 'expand'>;
  /** The most tokens that one answer may take. */
  maxTokens: number;
  count(text: string): number;
  /** Where the turn in hand begins: what is said from there on is no find. Default: nowhere. */
  turnStart?(): number;
}

/** Further hits that a search asks for, in place of those of the turn in hand. */
const spareHits = 20;

/**
 * Tools with which a model looks up what was said earlier, also what its request no longer holds.
 * Recognised secrets are redacted: an answer would repeat them in the log and in every request.
 */
export function createHistoryTools({
  session,
  maxTokens,
  count,
  turnStart = () => Infinity,
}: HistoryToolsOptions): ToolSet {
  return {
    history_search: tool({
      description:
        'Searches everything said in this conversation, also what is no longer shown. ' +
        'Returns entry numbers with excerpts, best first.',
      inputSchema: z.object({
        query: z.string().describe('Words to look for: names, paths, values.'),
        limit: z.int().min(1).max(20).optional().describe('Default 8.'),
      }),
      async execute({ query, limit = 8 }) {
        const found = await session.search(query, { limit: limit + spareHits });
        const hits = found.filter((hit) => hit.seq < turnStart()).slice(0, limit);
        if (hits.length === 0) return `Nothing in this conversation holds ${query}.`;
        const lines = hits.map((hit) => `entry ${hit.seq}: ${hit.excerpt}`);
        return fitLines(lines, maxTokens, count);
      },
    }),
    history_expand: tool({
      description:
        'Shows entries of this conversation as they were, secrets apart. ' +
        'Use the numbers that history_search and notices name.',
      inputSchema: z.object({
        entries: z.array(z.int().min(0)).min(1).max(10),
        from_line: z.int().min(1).optional().describe('Start at this line of each entry.'),
      }),
      async execute({ entries, from_line: fromLine = 1 }) {
        const found = await session.expand(entries);
        if (found.length === 0) return `This conversation has no entry ${entries.join(', ')}.`;
        const share = Math.floor(maxTokens / found.length);
        return found.map((entry) => expandedText(entry, fromLine, share, count)).join('\n\n');
      },
    }),
  };
}

function expandedText(
  entry: Entry,
  fromLine: number,
  maxTokens: number,
  count: (text: string) => number,
): string {
  const heading = `entry ${entry.seq} (${entry.message.role}, ${entry.createdAt}):`;
  const lines = redactSecrets(messageText(entry.message)).split('\n');
  const text = fitLines(lines.slice(fromLine - 1), maxTokens - count(heading), count, fromLine);
  return `${heading}\n${text}`;
}

/** As many whole lines as fit; says how many are left out and where they start. */
function fitLines(
  lines: readonly string[],
  maxTokens: number,
  count: (text: string) => number,
  firstLine = 1,
): string {
  const reserve = 24;
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    const tokens = count(`${line}\n`);
    if (used + tokens > maxTokens - reserve) break;
    used += tokens;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  if (left === 0) return kept.join('\n');
  if (kept.length === 0 && lines[0] !== undefined) {
    kept.push(cutLine(lines[0], maxTokens - reserve, count));
  }
  const next = firstLine + kept.length;
  return [...kept, `[${lines.length - kept.length} more lines, from line ${next}]`].join('\n');
}

/** The start of one line that alone is too long, by halving. */
function cutLine(line: string, maxTokens: number, count: (text: string) => number): string {
  let length = Math.min(line.length, Math.max(1, maxTokens) * 8);
  while (length > 1 && count(line.slice(0, length)) > maxTokens) length = length >> 1;
  return `${line.slice(0, length)} [line cut: ${line.length} characters]`;
}
