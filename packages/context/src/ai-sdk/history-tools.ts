import { checkOptions, type OptionNames } from '@everlong/core/internal';
import { z } from 'zod';

import { checkSession } from '../config/check-parts.js';
import { expandEntries, expandRange, expandValue, MAX_ENTRIES } from './expand-history.js';
import { createHistoryReader, type SearchableSession } from './history-reader.js';
import { checkPage, startThatFits, type PageOptions, pageLines } from './page-lines.js';
import { quoteQuery } from './quote-query.js';

/** Options of `createHistoryTools`. */
export interface HistoryToolsOptions {
  /** The session to search: one of `openSession`, or what has its `search` and `expand`. */
  session: SearchableSession;
  /**
   * The most tokens of one answer. Default: a fifth of what instructions and tools leave of the
   * input budget, at most 4,000.
   */
  maxTokens?: number;
  /** Counts tokens. Default: one for three characters, which is more than most text takes. */
  count?(text: string): number;
  /** The `seq` at which the turn in progress begins: no search finds it. Default: none. */
  turnStart?(): number;
}

const OPTIONS: OptionNames<HistoryToolsOptions> = {
  session: true,
  maxTokens: true,
  count: true,
  turnStart: true,
};

const searchInput = z.object({
  query: z.string(),
  limit: z.int().min(1).max(20).optional(),
});

const expandInput = z.object({
  entries: z.array(z.int().min(0)).max(MAX_ENTRIES).optional(),
  from_entry: z.int().min(0).optional(),
  to_entry: z.int().min(0).optional(),
  value: z.string().optional(),
  from_line: z.int().min(1).optional(),
});

const DEFAULT_HITS = 8;
const ROOM_SHARE = 0.2;
/** With instructions that fill nearly all of the budget, an answer still says something. */
const LEAST_ROOM_SHARE = 0.25;
const MAX_TOKENS = 4000;

/**
 * The tools `history_search` and `history_expand` for `generateText` and `streamText`: a model
 * looks up what was said earlier, also what its request no longer holds, by words, by the numbers
 * of entries, a range of them or an exact value. Each answer has at most `maxTokens` tokens.
 * Recognised secrets are redacted: an answer would repeat them in the log and in every request.
 * Throws `ConfigError` for an unknown option.
 */
export function createHistoryTools(options: HistoryToolsOptions) {
  checkOptions('createHistoryTools', options, OPTIONS);
  checkSession('createHistoryTools', options, ['search', 'expand']);
  checkPage('createHistoryTools', options);
  const { session, turnStart = () => Infinity } = options;
  const reader = createHistoryReader(session, turnStart);
  const page = (): PageOptions => answerSize(options);
  /** Headings and notices count too; in a small room there is no place for them. */
  const within = (answer: string): string => startThatFits(answer, page());

  return {
    history_search: {
      description:
        'Searches everything that was said in this conversation, also what is no longer shown, for ' +
        'names, paths, values or other words. Returns entry numbers with excerpts, best first.',
      inputSchema: searchInput,
      async execute({ query, limit = DEFAULT_HITS }: z.infer<typeof searchInput>) {
        const hits = await reader.search(query, limit);
        const found = hits.map(({ seq, excerpt }) => `entry ${seq}: ${excerpt}`).join('\n');
        if (found !== '') return within(pageLines(found, 1, page()));
        return within(`No entry of this conversation contains ${quoteQuery(query)}.`);
      },
    },
    history_expand: {
      description:
        'Shows the original text: entries by their numbers (#12), a range of them, or the lines ' +
        'that contain an exact value.',
      inputSchema: expandInput,
      async execute({
        entries = [],
        from_entry,
        to_entry,
        value = '',
        from_line: fromLine = 1,
      }: z.infer<typeof expandInput>) {
        if (entries.length > 0) {
          return within(await expandEntries(reader, { seqs: entries, fromLine }, page()));
        }
        if (value.trim() !== '') {
          return within(await expandValue(reader, { value: value.trim(), fromLine }, page()));
        }
        const from = from_entry ?? to_entry;
        if (from === undefined) return within('Name entries, a range of entries, or a value.');
        return within(await expandRange(reader, { from, to: to_entry ?? from, fromLine }, page()));
      },
    },
  };
}

function answerSize({ session, maxTokens, count }: HistoryToolsOptions): PageOptions {
  const { inputBudget = Infinity, used } = session.state?.() ?? {};
  const fixed = (used?.instructions ?? 0) + (used?.tools ?? 0);
  const room = Math.max(inputBudget - fixed, inputBudget * LEAST_ROOM_SHARE);
  return {
    maxTokens: maxTokens ?? Math.min(Math.floor(room * ROOM_SHARE), MAX_TOKENS),
    count: (text) => count?.(text) ?? Math.ceil(text.length / 3),
  };
}
