import type { ClosedRequest } from './request-lines.js';
import type { TrialLine } from '../statements/trial-lines.js';
import type { SectionName } from '../sections/section-names.js';
import { renderSaid } from '../sections/user-statements.js';

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
const SAID_SHARE = 0.2;
const LISTS_SHARE = 0.3;
const REQUESTS_SHARE = 0.3;
const TRIALS_SHARE = 0.25;
/** Of what no list of the user names. */
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

  const tried = fitTrials(options, roomOf(TRIALS_SHARE, 1));
  add('Current State', tried.lines, 'last');
  left.push(...tried.left);

  const asked = new Map<number, string>();
  const state = shown.get('Current State') ?? [];
  const unlisted = closed.filter(
    ({ seq, line }) =>
      !state.some((own) => own.includes(`request (#${seq};`)) &&
      !tried.lines.some((own) => repeats(line, own)),
  );
  let room = Math.min(roomOf(REQUESTS_SHARE, 1), free / 2);
  let readRoom = Math.min(room, maxTokens * READ_SHARE);
  for (const { seq, line, acted } of unlisted) {
    const cost = count(`- ${line}\n`);
    if (asked.has(seq)) continue;
    if (cost > (acted ? room : Math.min(room, readRoom))) continue;
    room -= cost;
    if (!acted) readRoom -= cost;
    asked.set(seq, `- ${line}`);
  }
  const inOrder = [...asked].toSorted(([a], [b]) => a - b).map(([, line]) => line);
  add('Current State', inOrder, 'first');
  if (asked.size < unlisted.length) left.push(`${unlisted.length - asked.size} closed requests`);

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
  for (const [name, lines] of said)
    add(name, lines, name === 'Important Values' ? 'first' : 'last');
  return { shown, free, left };
}

interface FittedTrials {
  lines: string[];
  left: string[];
  /** How many that the user listed have no room. */
  missing: number;
}

/** Trials in the form that leaves out fewest of those that the user listed. */
function fitTrials(options: AddQuotesOptions, most: number): FittedTrials {
  const forms = options.trials.map((form) => fitForm(form, options, most));
  const fewest = Math.min(...forms.map(({ missing }) => missing));
  return forms.find(({ missing }) => missing === fewest) ?? { lines: [], left: [], missing: 0 };
}

/** Each line where it has room; a last one says what is not shown. */
function fitForm(
  form: readonly TrialLine[],
  { maxTokens, count }: AddQuotesOptions,
  most: number,
): FittedTrials {
  const lines: string[] = [];
  let missing = 0;
  let others = 0;
  let room = most;
  let otherRoom = Math.min(most, maxTokens * OTHER_TRIALS_SHARE);
  for (const { line, trials, isListed } of form) {
    const cost = count(`- ${line}\n`);
    if (cost <= (isListed ? room : Math.min(room, otherRoom))) {
      room -= cost;
      if (!isListed) otherRoom -= cost;
      lines.push(`- ${line}`);
    } else if (isListed) missing += trials;
    else others += trials;
  }
  if (missing > 0) {
    lines.push(
      `- Not complete: what came of ${missing} more that the user listed is not shown here. ` +
        'Search before trying one of them again.',
    );
  }
  return { lines, left: others === 0 ? [] : [`what came of ${others} runs`], missing };
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
