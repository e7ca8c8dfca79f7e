import { type Entry, originOf, type SearchHit, type SessionInfo } from '@everlong/core';
import { characterBoundary } from '@everlong/core/internal';
import { isPrefix, searchTerms } from '@everlong/core/store-kit';
import { clipToWidth } from './clip-to-width.js';
import { formatTime } from './format-number.js';
import { importedFrom, lastUsed } from './imported-from.js';
import { oneLine } from './plain-text.js';
import type { Styles } from './terminal.js';

/** A message that was found. */
export interface ShownHit extends SearchHit {
  entry: Entry;
  session: SessionInfo;
}

/** A session with what was found in it. */
export interface ShownSession {
  session: SessionInfo;
  hits: ShownHit[];
}

export interface SearchLinesOptions {
  query: string;
  styles: Styles;
  /** The width of the terminal. */
  columns: number;
  /** The home folder, shown as `~`. */
  home: string | undefined;
}

/** Messages of a session that are shown; the rest is counted. */
const MAX_SHOWN = 3;

/** Sessions in the order of their best messages. */
export function groupBySession(hits: readonly ShownHit[]): ShownSession[] {
  const groups = Map.groupBy(hits, ({ sessionId }) => sessionId);
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ session: first.session, hits: [first, ...rest] }],
  );
}

/** A session with its number, its title, where it comes from, and the best messages. */
export function searchLines(
  { session, hits }: ShownSession,
  number: number,
  { query, styles, columns, home }: SearchLinesOptions,
): string[] {
  const { bold, cyan, dim } = styles;
  const { tool, project, parent } = importedFrom(session) ?? {};
  const indent = ' '.repeat(4);
  const width = Math.max(columns - indent.length, 20);
  const title = oneLine(session.title ?? 'without a title');
  const about = [
    tool ?? session.agent,
    ...(parent === undefined ? [] : ['sub-agent']),
    formatTime(lastUsed(session)),
  ];
  const place = project === undefined ? '' : ` · ${cyan(oneLine(shortPath(project, home)))}`;
  const more = hits.length - MAX_SHOWN;
  const terms = searchTerms(query);
  return [
    `${String(number).padStart(2)}  ${bold(clipToWidth(title, width))}`,
    `${indent}${dim(about.join(' · '))}${place}`,
    ...hits.slice(0, MAX_SHOWN).map((hit) => {
      const start = `${roleOf(hit.entry)} #${hit.seq}`;
      const text = aroundMatch(oneLine(hit.excerpt), terms, Math.max(width - start.length - 2, 20));
      return `${indent}${dim(start)}  ${marked(text, terms, styles)}`;
    }),
    ...(more > 0 ? [`${indent}${dim(`… ${more} more here`)}`] : []),
  ];
}

/** Who said it: a program's text in the user's role is not the user's. */
function roleOf(entry: Entry): string {
  const origin = originOf(entry);
  return entry.message.role === 'user' && origin !== undefined ? origin : entry.message.role;
}

function shortPath(path: string, home: string | undefined): string {
  const isBelow = home !== undefined && home !== '' && path.startsWith(`${home}/`);
  return isBelow ? `~${path.slice(home.length)}` : path;
}

/** A piece of the text of that width that shows the first word that was looked for. */
function aroundMatch(text: string, terms: readonly string[], width: number): string {
  const at = [...text.matchAll(words)].find(([word]) => isMatch(word, terms))?.index ?? 0;
  // What stands before it takes a third at most.
  const from = at <= width / 2 ? 0 : characterBoundary(text, at - Math.floor(width / 3));
  return clipToWidth(from === 0 ? text : `…${text.slice(from).trimStart()}`, width);
}

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The text with the words that were looked for in colour. */
function marked(text: string, terms: readonly string[], { yellow }: Styles): string {
  return text.replaceAll(words, (word) => (isMatch(word, terms) ? yellow(word) : word));
}

function isMatch(word: string, terms: readonly string[]): boolean {
  const folded = word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return terms.some((term) =>
    isPrefix(term) ? folded.startsWith(term) : folded === term || isWithin(term, folded),
  );
}

/** Scripts without spaces are searched by pairs of characters. */
function isWithin(term: string, word: string): boolean {
  return term.length > 1 && !/^[\p{Script=Latin}\p{N}]+$/u.test(term) && word.includes(term);
}
