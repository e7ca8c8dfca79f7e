import type { SummarizeInput } from '@everlong/core';

import { quote } from '../reading/quote.js';
import { isOutcome } from '../statements/outcome-lines.js';
import { isOpen, type RequestStatus } from '../statements/request-statuses.js';
import { describeStatus } from '../statements/request-sections.js';
import type { Sections } from '../sections/section-names.js';
import { REQUEST_NAMES } from '../sections/state-section.js';

/** The maximum number of open requests listed besides the first and the latest ones. */
const MAX_OPEN = 12;
/** The length of a quote whose request is visible, and of one that led to nothing but words. */
const VISIBLE_WORDS = 6;
const SAID_WORDS = 20;
const REPLY = ' Reply: ';
const stateRequest = new RegExp(String.raw`^((?:${REQUEST_NAMES.join('|')}) \(#(\d+))(\): )`);

/**
 * A closed request, or the one before the latest, in one line. Of several lines of one request the
 * first that has room is shown.
 */
export interface ClosedRequest {
  seq: number;
  line: string;
  /** Whether the work on it changed something, or it came right before the latest one. */
  acted: boolean;
}

type WithStatusesInput = Pick<
  SummarizeInput,
  'visibleText' | 'visibleUserText' | 'beside' | 'entries'
>;

/** The lines about requests, and those that are shown as far as there is room. */
export interface RequestLines {
  sections: Sections;
  /** Closed requests with what came of them, the most important first. */
  closed: ClosedRequest[];
}

/**
 * Adds the status of each request, and what came of it: after its entry in Current State, and as an
 * item of Pending Tasks if it is open and shown nowhere else. With `beside`, requests quoted in the
 * visible text are not quoted again.
 */
export function withStatuses(
  sections: Sections,
  all: readonly RequestStatus[],
  { visibleText = '', visibleUserText = '', beside = false, entries }: WithStatusesInput,
): RequestLines {
  const requests = withOwnReplies(all);
  const visible = beside ? visibleText : '';
  const bySeq = new Map(requests.map((request) => [request.seq, request]));
  const shown = new Set<number>();
  let previous: RequestStatus | undefined;
  const outcomes = new Map(requests.map(({ evidence, outcome }) => [evidence, outcome]));
  const isRepeated = (line: string): boolean => {
    const outcome = outcomes.get(Number(/^[^#]*#(\d+)/.exec(line)?.[1]));
    if (outcome === undefined) return false;
    return isOutcome(line) || line.endsWith(outcome);
  };
  const state = (sections['Current State'] ?? []).flatMap((line) => {
    const [whole = '', lead = '', seq = '', end = ''] = stateRequest.exec(line) ?? [];
    const request = bySeq.get(Number(seq));
    if (whole === '' || request === undefined) return [line];
    shown.add(request.seq);
    const status = describeStatus(request);
    const words = line.slice(whole.length);
    const last = visibleStatus(visible, request.seq);
    const isQuoted = last !== undefined && isListed(visible, words);
    const reply = replyOf(request, visibleText);
    if (isQuoted) return last === status ? [] : [`${lead}; ${status}), as quoted above${reply}`];
    if (lead.startsWith('Earlier')) previous = request;
    return [`${lead}; ${status}${end}${shortIfVisible(words, visibleUserText)}${reply}`];
  });
  const others = requests.filter(({ seq }) => !shown.has(seq));
  const open = others.filter(isOpen).slice(-MAX_OPEN);
  const linesOf = (request: RequestStatus): string[] => {
    const status = describeStatus(request);
    const lead = `Request (#${request.seq}; ${status})`;
    const last = visibleStatus(visible, request.seq);
    const isQuoted = last !== undefined && isListed(visible, request.quoted);
    const reply = replyOf(request, visibleText);
    if (isQuoted) return last === status ? [] : [`${lead}, as quoted above${reply}`];
    return [`${lead}: ${quoteOf(request, visibleText, visibleUserText)}${reply}`];
  };
  const closed = others
    .filter((request) => !isOpen(request) && isWorthALine(request, visibleText))
    // The snapshots sent before this one list those that were closed before.
    .filter(({ evidence = -1 }) => !beside || evidence >= (entries[0]?.seq ?? 0))
    .toSorted((left, right) => worthOf(right) - worthOf(left) || right.seq - left.seq);
  const closedLines = closed.flatMap((request) =>
    linesOf(request).map((line) => ({ seq: request.seq, line, acted: request.acted ?? false })),
  );
  return {
    sections: {
      ...sections,
      // What is said with its request is not said again.
      'Current State': state.filter((line) => !isRepeated(line)),
      'Pending Tasks': [...(sections['Pending Tasks'] ?? []), ...open.flatMap(linesOf)],
    },
    closed: [...shortLines(previous, linesOf), ...closedLines],
  };
}

/** Where the whole line of the request before the latest has no room, a shorter one may have. */
function shortLines(
  request: RequestStatus | undefined,
  linesOf: (request: RequestStatus) => string[],
): ClosedRequest[] {
  if (request === undefined) return [];
  const { seq, quoted, outcome, ...rest } = request;
  const said = { ...rest, seq, quoted: shortened(quoted, SAID_WORDS) };
  const named = { ...rest, seq, quoted: shortened(quoted, VISIBLE_WORDS) };
  const withReply = outcome === undefined ? said : { ...said, outcome };
  return [withReply, said, named].flatMap((each) =>
    linesOf({ ...each, acted: true }).map((line) => ({ seq, line, acted: true })),
  );
}

/** What the assistant replied to a request that is no longer open. */
function replyOf({ status, outcome = '' }: RequestStatus, visibleText: string): string {
  const isSettled = status === 'done' || status === 'answered';
  const isQuoted = visibleText.includes(firstQuote(outcome));
  return isSettled && outcome !== '' && !isQuoted ? REPLY + outcome : '';
}

/** A reply to several requests is quoted with the newest of them. */
function withOwnReplies(requests: readonly RequestStatus[]): RequestStatus[] {
  const newest = new Map(requests.map(({ evidence, seq }) => [evidence, seq]));
  return requests.map(({ outcome, ...request }) =>
    outcome === undefined || newest.get(request.evidence) !== request.seq
      ? request
      : { ...request, outcome },
  );
}

/** The words of the first quote in a line of quotes. */
function firstQuote(quoted: string): string {
  return /^"(.*?)"(?: \/ "| \[…\]$|$)/s.exec(quoted)?.[1] ?? quoted;
}

/** Closed requests that changed something, then others that got an answer. */
function worthOf({ acted = false, status }: RequestStatus): number {
  return status === 'superseded' ? 0 : acted ? 2 : 1;
}

function isWorthALine(request: RequestStatus, visibleText: string): boolean {
  return request.outcome !== undefined || isVisible(request, visibleText);
}

/** The quote, shorter where the request itself is visible or changed nothing. */
function quoteOf(request: RequestStatus, visibleText: string, visibleUserText: string): string {
  const { quoted, acted = false } = request;
  if (isOpen(request)) return shortIfVisible(quoted, visibleUserText);
  if (isVisible(request, visibleText)) return shortened(quoted, VISIBLE_WORDS);
  return acted ? quoted : shortened(quoted, SAID_WORDS);
}

/** A line of quotes, or its first words where a text holds all of them. */
function shortIfVisible(quoted: string, visibleText: string): string {
  const pieces = quoted
    .replace(/ \[…\]$/, '')
    .replace(/^"|"$/g, '')
    .split('" / "');
  const isVisibleWhole = pieces.every((piece) => visibleText.includes(piece));
  return isVisibleWhole ? shortened(quoted, VISIBLE_WORDS) : quoted;
}

/** The first words of a line of quotes. */
function shortened(quoted: string, maxWords: number): string {
  const text = quoted
    .replace(/ \[…\]$/, '')
    .replace(/^"|"$/g, '')
    .replaceAll('" / "', '\n');
  const kept = quote(text, maxWords);
  return quoted.endsWith(' […]') && !kept.endsWith(' […]') ? `${kept} […]` : kept;
}

/** Whether a text holds the line of a request with these words, with or without a reply. */
function isListed(visible: string, words: string): boolean {
  return visible.includes(`): ${words}\n`) || visible.includes(`): ${words}${REPLY}`);
}

/** The last status that a text gives for the request of an entry. */
function visibleStatus(visible: string, seq: number): string | undefined {
  // Matches "First request" as well as "Request".
  const lead = `equest (#${seq}; `;
  const at = visible.lastIndexOf(lead);
  return at < 0 ? undefined : visible.slice(at + lead.length, visible.indexOf(')', at));
}

/** Shorter texts occur in many others. */
const MIN_VISIBLE_LENGTH = 12;

function isVisible({ quoted }: RequestStatus, visibleText: string): boolean {
  const first = firstQuote(quoted);
  return first.length >= MIN_VISIBLE_LENGTH && visibleText.includes(first);
}
