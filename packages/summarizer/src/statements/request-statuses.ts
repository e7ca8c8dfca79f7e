import { type Entry, toolCallsOf } from '@everlong/core';

import { authoredText } from '../reading/authored-text.js';
import { isActing } from '../actions/acting-calls.js';
import { wordShare, wordStems } from '../reading/content-words.js';
import { quote } from '../reading/quote.js';
import { fencedCommands } from '../actions/shell-actions.js';
import { spokenText, userText } from '../reading/spoken-text.js';
import { goesOn, isAddition, isComplaint, isPraise } from '../reading/user-reactions.js';
import { takesBackLast } from '../constraints/withdrawals.js';
import { announcesNext, failureIn, isUnfinished, outcomeOf, reportOf } from './reply-outcome.js';
import { withoutPutOff } from './request-text.js';
import { isAnswerToQuestion, withdrawnWords } from './request-reactions.js';

/** A request of the user and its status. */
export interface RequestStatus {
  /** The entry in which the user asked for it, and its first words, verbatim, in quotes. */
  seq: number;
  quoted: string;
  /**
   * `answered`: the entries read so far end with a reply; later ones show whether the turn ended.
   * `interrupted`: the user stopped the work; later entries show whether it continues.
   */
  status: 'open' | 'answered' | 'interrupted' | 'done' | 'superseded';
  /** The entry that shows the status; without one nothing has happened since the request. */
  evidence?: number;
  /** What came of it: the sentence of the reply that says most, in quotes. */
  outcome?: string;
  /** Whether the work on it did more than read: it must not be done again. */
  acted?: boolean;
}

/**
 * The maximum number of requests carried; closed ones are removed first, of these the ones that
 * changed nothing, then the oldest.
 */
const MAX_REQUESTS = 80;
const QUOTE_WORDS = 30;

/**
 * Updates the statuses of `previous` by the entries. A request is open until the turn ends with a
 * reply that neither asks back, announces a next step nor reports a failure, or until the user
 * approves. What a reply left open without a result is closed by later ones only if they share a
 * word with it, or if the user answered or let the work go on. A later message supersedes a request
 * if it withdraws or corrects it, or follows an interruption without adding to it.
 * Deterministic: the same entries give the same statuses in one step or in many, and no status
 * changes without an entry that shows it.
 */
export function updateRequests(
  previous: readonly RequestStatus[],
  entries: readonly Entry[],
): RequestStatus[] {
  const requests = previous.map((request) => ({ ...request }));
  for (const entry of entries) {
    const { role } = entry.message;
    if (role === 'assistant') {
      resolveAnswered(requests, 'open');
      const calls = toolCallsOf(entry.message);
      if (calls.some(isActing) || fencedCommands(spokenText(entry)).length > 0) markActed(requests);
      if (calls.length === 0) answer(requests, entry);
    } else if (role === 'user') {
      const text = authoredText(userText(entry)).trim();
      if (text === '') {
        // A program's message: the assistant's words before it did not end the turn.
        resolveAnswered(requests, 'open');
        if (interruption.test(spokenText(entry))) interrupt(requests, entry.seq);
      } else {
        resolveAnswered(requests, 'done');
        addMessage(requests, entry.seq, text);
      }
    }
  }
  return bounded(requests);
}

/**
 * Updates the requests of a range by the entries after it, without new requests. For display only:
 * the next snapshot reads those entries itself.
 */
export function statusesNow(
  requests: readonly RequestStatus[],
  entriesAfter: readonly Entry[],
): RequestStatus[] {
  const known = new Set(requests.map(({ seq }) => seq));
  const firstAfter = entriesAfter[0]?.seq ?? Infinity;
  return updateRequests(requests, entriesAfter)
    .filter(({ seq }) => known.has(seq))
    .map(({ outcome, ...request }) => {
      // Replies among the later entries are read where they are.
      const isLater = (request.evidence ?? -1) >= firstAfter;
      return isLater || outcome === undefined ? request : { ...request, outcome };
    });
}

const interruption = /^\s*(?:\[Request interrupted by user|<turn_aborted>)/;

/** Marks the open requests that a reply is about as answered: the assistant had read all of them. */
function answer(requests: RequestStatus[], reply: Entry): void {
  const text = spokenText(reply).trim();
  // Clients store a provider's error as the assistant's words.
  if (text === '' || reply.metadata?.['apiError'] === true || announcesNext(text)) return;
  const status = isUnfinished(text) ? 'open' : 'answered';
  const outcome = outcomeOf(text);
  const stems = wordStems(text);
  for (const request of requests) {
    if (!isOpen(request)) continue;
    const isNewest = request === requests.at(-1);
    if (!isNewest && wasLeftOpen(request) && !sharesWord(request, stems)) continue;
    Object.assign(request, { status, evidence: reply.seq });
    if (outcome !== undefined) request.outcome = outcome;
  }
}

/** Whether the work on a request stopped at a reply that reports no result. */
function wasLeftOpen({ status, evidence, outcome = '' }: RequestStatus): boolean {
  if (status !== 'open' || evidence === undefined) return false;
  const reply = outcome.slice(1, -1);
  return failureIn(reply) !== undefined || reportOf(reply) === undefined;
}

function sharesWord({ quoted }: RequestStatus, stems: ReadonlySet<string>): boolean {
  return wordShare(wordStems(quoted), stems) > 0;
}

/** Marks all open requests as worked on. */
function markActed(requests: RequestStatus[]): void {
  for (const request of requests) if (isOpen(request)) request.acted = true;
}

/** An answered request is done if the user speaks next, and open if the work continues. */
function resolveAnswered(requests: RequestStatus[], status: 'open' | 'done'): void {
  for (const request of requests) {
    if (request.status !== 'answered') continue;
    request.status = status;
    if (status === 'open') {
      delete request.evidence;
      delete request.outcome;
    }
  }
}

function interrupt(requests: RequestStatus[], seq: number): void {
  const last = requests.at(-1);
  if (last?.status === 'open') Object.assign(last, { status: 'interrupted', evidence: seq });
}

function addMessage(requests: RequestStatus[], seq: number, text: string): void {
  const last = requests.at(-1);
  const asked = withoutPutOff(text).trim();
  const withdrawn = withdrawnWords(asked);
  const taken =
    withdrawn.size === 0
      ? undefined
      : requests.findLast((request) => sharesWord(request, withdrawn));
  const asks =
    asked !== '' &&
    taken === undefined &&
    !isPraise(asked) &&
    !goesOn(asked) &&
    !takesBackLast(asked);
  if (taken !== undefined) {
    Object.assign(taken, { status: 'superseded', evidence: seq });
  } else if (last !== undefined) {
    const status = statusAfter(last, text);
    if (status !== last.status) Object.assign(last, { status, evidence: seq });
    if (last.status === 'open' && (goesOn(text) || isAnswerToQuestion(text))) workGoesOn(last);
  }
  if (!asks) return;
  const quoted = quote(asked, QUOTE_WORDS);
  const again = requests.findIndex((request) => isOpen(request) && request.quoted === quoted);
  // The first request states the overall goal and stays.
  if (again > 0) requests.splice(again, 1);
  requests.push({ seq, quoted, status: 'open' });
}

/** Forgets the reply that left a request open: the next one is about it again. */
function workGoesOn(request: RequestStatus): void {
  delete request.evidence;
  delete request.outcome;
}

/** The status of the last request after the user's next message. */
function statusAfter(last: RequestStatus, text: string): RequestStatus['status'] {
  if (isPraise(text)) return isOpen(last) ? 'done' : last.status;
  if (goesOn(text)) return 'open';
  const [first = ''] = text.slice(0, 200).split('\n', 1);
  if (takesBackLast(first) || isComplaint(text)) return 'superseded';
  if (last.status !== 'interrupted') return last.status;
  return isAddition(text) ? 'open' : 'superseded';
}

/** Whether the work on a request has not ended, as far as the log shows. */
export function isOpen({ status }: RequestStatus): boolean {
  return status === 'open' || status === 'interrupted';
}

/** Whether a request was done by more than reading. */
export function isCarriedOut({ status, acted = false }: RequestStatus): boolean {
  return acted && (status === 'done' || status === 'answered');
}

/** Limits the number of requests. The first one states the overall goal and stays. */
function bounded([first, ...others]: RequestStatus[]): RequestStatus[] {
  if (first === undefined) return [];
  const over = Math.max(0, others.length + 1 - MAX_REQUESTS);
  const isClosed = ({ status }: RequestStatus): boolean =>
    status === 'done' || status === 'superseded';
  const closed = others.filter(isClosed).toSorted(byEffect);
  const open = others.filter((request) => !isClosed(request));
  const left = new Set([...closed, ...open].slice(0, over));
  return [first, ...others.filter((request) => !left.has(request))];
}

/** Requests that changed nothing first. */
function byEffect(left: RequestStatus, right: RequestStatus): number {
  return Number(left.acted ?? false) - Number(right.acted ?? false);
}
