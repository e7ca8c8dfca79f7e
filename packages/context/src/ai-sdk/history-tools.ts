import { type Entry, messageText } from '@everlong/core';
import { checkOptions, type OptionNames } from '@everlong/core/internal';
import { redactEntries } from '@everlong/summarizer';
import { z } from 'zod';
import { redactSecrets } from '@everlong/redaction';

import type { Session } from '../session/session.js';
import { linesAround } from './lines-around.js';
import { cutToFit, type PageOptions, pageLines } from './page-lines.js';

export interface HistoryToolsOptions {
  session: Pick<Session, 'search' | 'expand'> & Partial<Pick<Session, 'state' | 'redact'>>;
  /**
   * The most tokens that one answer may take. Default: a fifth of the input budget, at most 4,000.
   */
  maxTokens?: number;
  /** Default: a token for three characters, which is more than most text takes. */
  count?(text: string): number;
  /** Where the turn in hand begins: what is said from there on is no find. Default: nowhere. */
  turnStart?(): number;
}

const OPTIONS: OptionNames<HistoryToolsOptions> = {
  session: true,
  maxTokens: true,
  count: true,
  turnStart: true,
};

/** The most entries that are shown by their numbers in one answer. */
const MAX_ENTRIES = 10;

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

type ExpandInput = z.infer<typeof expandInput>;

/** Further hits that a search asks for, in place of those that are no find. */
const SPARE_HITS = 20;
const BUDGET_SHARE = 0.2;
const MAX_TOKENS = 4000;
/** The most entries of a span that are read for one answer. */
const MAX_SPAN = 200;
/** How much of what was looked for in vain is repeated. */
const MAX_REPEATED = 200;

/**
 * Tools with which a model looks up what was said earlier, also what its request no longer holds:
 * by words, by the numbers of entries, a span of them or an exact value, each answer within
 * `maxTokens`. Recognised secrets are redacted: an answer would repeat them in the log and in every
 * request.
 */
export function createHistoryTools(options: HistoryToolsOptions) {
  checkOptions('createHistoryTools', options, OPTIONS);
  const { session, turnStart = () => Infinity } = options;
  const count = (text: string): number => options.count?.(text) ?? Math.ceil(text.length / 3);
  const room = (): PageOptions => {
    const inputBudget = session.state?.().inputBudget ?? Infinity;
    const share = Math.min(Math.floor(inputBudget * BUDGET_SHARE), MAX_TOKENS);
    return { maxTokens: options.maxTokens ?? share, count };
  };

  /** Without secrets, also those that only another one of these entries gives away. */
  async function expand(seqs: readonly number[]): Promise<readonly Entry[]> {
    return redactEntries(await session.expand(seqs));
  }

  async function search(query: string, limit: number): Promise<{ seq: number; excerpt: string }[]> {
    const found = await session.search(query, { limit: limit + SPARE_HITS });
    return found.filter(({ seq }) => seq < turnStart()).slice(0, limit);
  }

  const readable = ({ message }: Entry): string => {
    const text = messageText(message);
    return session.redact?.(text) ?? redactSecrets(text);
  };

  function expandedText(entry: Entry, fromLine: number, maxTokens: number): string {
    const heading = headingOf(entry);
    const page = { maxTokens: maxTokens - count(heading), count };
    return `${heading}\n${pageLines(readable(entry), fromLine, page)}`;
  }

  /** Headings and notices count too, and in a small room there is none for them. */
  const within = (answer: string): string => cutToFit(answer, room());

  async function expandValue(value: string): Promise<string> {
    const hits = await search(value, SPARE_HITS);
    const entries = await expand(hits.map(({ seq }) => seq));
    const shown = entries.flatMap((entry) => {
      const text = linesAround(readable(entry), value);
      return text === '' ? [] : [`${headingOf(entry)}\n${text}`];
    });
    if (shown.length === 0) {
      return `Nothing in this conversation holds ${repeated(value)} as a whole value.`;
    }
    return pageLines(shown.join('\n\n'), 1, room());
  }

  async function expandSpan(from: number, to: number, fromLine: number): Promise<string> {
    const last = Math.min(to, from + MAX_SPAN - 1);
    const seqs = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);
    const entries = await expand(seqs);
    if (entries.length === 0) return `This conversation has no entries ${from} to ${to}.`;
    const { maxTokens } = room();
    const parts: string[] = [];
    let left = maxTokens;
    for (const entry of entries) {
      const next = `[more from entry ${entry.seq}]`;
      const text = `${headingOf(entry)}\n${pageLines(readable(entry), fromLine, { maxTokens: Infinity, count })}`;
      if (count(`${text}\n\n`) <= left - count(next)) parts.push(text);
      else if (parts.length === 0) return expandedText(entry, fromLine, maxTokens);
      else return [...parts, next].join('\n\n');
      left -= count(`${text}\n\n`);
    }
    return to > last
      ? [...parts, `[more from entry ${last + 1}]`].join('\n\n')
      : parts.join('\n\n');
  }

  async function expandEntries(seqs: readonly number[], fromLine: number): Promise<string> {
    const found = await expand(seqs.slice(0, MAX_ENTRIES));
    if (found.length === 0) return `This conversation has no entry ${repeated(seqs.join(', '))}.`;
    const { maxTokens } = room();
    const share = Math.floor(maxTokens / found.length);
    return found.map((entry) => expandedText(entry, fromLine, share)).join('\n\n');
  }

  return {
    history_search: {
      description:
        'Searches all that was said in this conversation, also what is no longer shown, for names, ' +
        'paths, values or other words. Returns entry numbers with excerpts, best first.',
      inputSchema: searchInput,
      async execute({ query, limit = 8 }: z.infer<typeof searchInput>) {
        const hits = await search(query, limit);
        const found = hits.map(({ seq, excerpt }) => `entry ${seq}: ${excerpt}`).join('\n');
        if (found === '') return within(`Nothing in this conversation holds ${repeated(query)}.`);
        return within(pageLines(found, 1, room()));
      },
    },
    history_expand: {
      description:
        'Shows what was said as it was: entries by their numbers (#12), a span of them, or the lines ' +
        'that hold an exact value.',
      inputSchema: expandInput,
      async execute({
        entries = [],
        from_entry,
        to_entry,
        value = '',
        from_line = 1,
      }: ExpandInput) {
        if (entries.length > 0) return within(await expandEntries(entries, from_line));
        if (value.trim() !== '') return within(await expandValue(value.trim()));
        const from = from_entry ?? to_entry;
        if (from === undefined) return within('Name entries, a span of them, or a value.');
        return within(await expandSpan(from, to_entry ?? from, from_line));
      },
    },
  };
}

function repeated(text: string): string {
  return text.length <= MAX_REPEATED ? text : `${text.slice(0, MAX_REPEATED).toWellFormed()}…`;
}

function headingOf({ seq, message, createdAt }: Entry): string {
  return `entry ${seq} (${message.role}, ${createdAt}):`;
}
