import type { ClosedRequest } from './request-lines.js';
import { fitTrials } from './fit-trials.js';
import type { TrialLine } from '../statements/trial-lines.js';
import type { SectionName } from '../sections/section-names.js';
import { renderSaid, saidText } from '../sections/user-statements.js';

/** What of the user's words a snapshot shows besides its sections, as far as there is room. */
export interface UserWords {
  /** What else the user said, as `updateSaid` gives it. */
  said: readonly string[];
  /** Closed requests with what came of them, the most important first. */
  closed: readonly ClosedRequest[];
  /** The words of all requests, and of all items of lists. */
  asked: string;
  /** The quotes of requests that were carried out. */
  carriedOut: ReadonlySet<string>;
  /** The entries of open requests. */
  openSeqs: ReadonlySet<number>;
  listed: string;
  /** The lists that the user wants to be worked off, line by line. */
  lists: readonly string[];
  /** What was tried, the most important first, in several forms. */
  trials: readonly (readonly TrialLine[])[];
}

export interface AddQuotesOptions extends UserWords {
  /** The tokens of the snapshot, and how many of them are free. */
  maxTokens: number;
  free: number;
  count(text: string): number;
  visibleText: string;
}

export interface Quoted {
  shown: Map<SectionName, string[]>;
  free: number;
  /** What had no room. */
  left: string[];
}

/** The maximum shares of `maxTokens`. They count no words: what the user said is no prose. */
const SAID_SHARE = 0.25;
const LISTS_SHARE = 0.3;
const REQUESTS_SHARE = 0.3;
const TRIALS_SHARE = 0.35;
/** Of a run that no list of the user names. */
const OTHER_TRIALS_SHARE = 0.03;
/** The share of requests that changed nothing, from that of all. */
const READ_SHARE = 0.05;
/** Tokens of a heading that a section gets with its first line. */
const HEADING = '\n## Important Values\n';

/**
 * Adds closed requests, lists and other sentences of the user to the sections, each in order and
 * within its share of the tokens.
 */
export function addQuotes(
  sections: ReadonlyMap<SectionName, string[]>,
  options: AddQuotesOptions,
): Quoted {
  const { maxTokens, count, lists, closed } = options;
  const shown = new Map(sections);
  const left: string[] = [];
  let { free } = options;

  function add(name: SectionName, lines: readonly string[], place: 'first' | 'last'): void {
    const own = shown.get(name) ?? [];
    if (lines.length === 0) return;
    free -= tokensOf(lines) + (own.length === 0 ? count(HEADING) : 0);
    const at = place === 'last' ? own.length : own[0]?.startsWith('- First request') ? 1 : 0;
    shown.set(name, own.toSpliced(at, 0, ...lines));
  }
  const tokensOf = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + count(`${line}\n`), 0);
  const roomOf = (share: number, headings: number): number =>
    Math.min(Math.floor(maxTokens * share), free) - headings * count(HEADING);

  const tried = fitTrials(options.trials, {
    maxTokens: roomOf(TRIALS_SHARE, 1),
    maxOtherTokens: maxTokens * OTHER_TRIALS_SHARE,
    count,
  });
  add('Current State', tried, 'last');

  const state = shown.get('Current State') ?? [];
  const unlisted = closed.filter(
    ({ seq, line }) =>
      !state.some((own) => own.includes(`request (#${seq};`)) &&
      !tried.some((own) => repeats(line, own)),
  );
  const most = Math.min(roomOf(REQUESTS_SHARE, 1), free / 2);
  const asked = fitClosed(unlisted, { count, most, mostRead: maxTokens * READ_SHARE });
  add('Current State', asked.lines, 'first');
  if (asked.left > 0) left.push(`${asked.left} closed requests`);

  const listed = firstThatFit(lists, roomOf(LISTS_SHARE, 1), count);
  add('Pending Tasks', listed, 'last');
  if (listed.length < lists.length) left.push(`${lists.length - listed.length} lines of lists`);

  const visibleText = [options.visibleText, options.listed, ...[...shown.values()].flat()].join(
    '\n',
  );
  const said = renderSaid(options.said, {
    maxTokens: roomOf(SAID_SHARE, 3),
    count,
    visibleText,
    askedText: options.asked,
    openSeqs: options.openSeqs,
    carriedOut: options.carriedOut,
  });
  left.push(...unsaid(options.said, [visibleText, ...[...said.values()].flat()].join('\n')));
  for (const [name, lines] of said)
    add(name, lines, name === 'Important Values' ? 'first' : 'last');
  return { shown, free, left };
}

/**
 * The lines of closed requests that have room, in order, and how many have none. Of several lines
 * of one request the first that has room counts.
 */
function fitClosed(
  closed: readonly ClosedRequest[],
  { count, most, mostRead }: { count(text: string): number; most: number; mostRead: number },
): { lines: string[]; left: number } {
  const asked = new Map<number, string>();
  let room = most;
  let readRoom = Math.min(most, mostRead);
  for (const { seq, line, acted } of closed) {
    const cost = count(`- ${line}\n`);
    if (asked.has(seq)) continue;
    if (cost > (acted ? room : Math.min(room, readRoom))) continue;
    room -= cost;
    if (!acted) readRoom -= cost;
    asked.set(seq, `- ${line}`);
  }
  const lines = [...asked].toSorted(([a], [b]) => a - b).map(([, line]) => line);
  return { lines, left: closed.length - lines.length };
}

/** How many sentences of the user a text does not show. */
function unsaid(said: readonly string[], text: string): string[] {
  const left = said.filter((line) => !text.includes(saidText(line))).length;
  return left === 0 ? [] : [`${left} sentences of the user`];
}

/** Whether a line of a request ends with a reply that another line quotes. */
function repeats(line: string, other: string): boolean {
  const [, reply = ''] = /Reply: "(.*)"(?: \[…\])?$/s.exec(line) ?? [];
  return reply !== '' && other.startsWith(`- "${reply}"`);
}

function firstThatFit(
  lines: readonly string[],
  maxTokens: number,
  count: (text: string) => number,
): string[] {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    tokens += count(`- ${line}\n`);
    if (tokens > maxTokens) break;
    kept.push(`- ${line}`);
  }
  return kept;
}
