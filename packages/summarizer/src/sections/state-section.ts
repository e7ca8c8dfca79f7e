import type { Entry } from '@everlong/core';

import type { Action } from '../actions/action.js';
import { programsOf, runsAll } from '../facts/programs-of.js';
import { isOutcome, OUTCOME, outcomeLines } from '../statements/outcome-lines.js';
import { quote } from '../reading/quote.js';
import { requestText } from '../statements/request-text.js';
import { spokenProse } from '../reading/spoken-prose.js';
import { spokenText } from '../reading/spoken-text.js';

const FIRST = 'First request';
const EARLIER = 'Earlier request';
/** Not "latest": snapshots stand side by side, and later messages follow. */
const LAST = 'Newest summarized request';
/** What earlier versions wrote for it. */
const FORMER_LAST = ['Last covered request', 'Latest request'];
const SAID = 'The assistant last said';
const DID = 'Last action';
const FAILED = 'Last failure';

/** What the lines that quote a request begin with, in snapshots of earlier versions too. */
export const REQUEST_NAMES: readonly string[] = [FIRST, EARLIER, LAST, ...FORMER_LAST];

const priority = [LAST, FIRST, DID];
const secondary = [SAID, OUTCOME, FAILED, EARLIER];

/**
 * Ranks lines for when not all fit: a low number stays longest. Lines by a model rank after
 * requests and the last action, before the rest.
 */
export function statePriority(line: string): number {
  const isNamed = (name: string): boolean => nameOf(line) === name;
  const first = priority.findIndex(isNamed);
  return first >= 0 ? first : priority.length + 1 + secondary.findIndex(isNamed);
}

/** Whether code wrote the line and newer entries replace it. */
export function isStateLine(line: string): boolean {
  return [...priority, ...secondary].some((name) => nameOf(line) === name);
}

/** Whether a line quotes a request. */
export function isRequestLine(line: string): boolean {
  return REQUEST_NAMES.includes(nameOf(line));
}

/** What a line begins with, before the number of its entry. */
function nameOf(line: string): string {
  const [name = line] = line.split(' (#', 1);
  return FORMER_LAST.includes(name) ? LAST : name;
}

/** The line with the name that is in use now. */
function withName(line: string): string {
  const [name = line] = line.split(' (#', 1);
  return nameOf(line) + line.slice(name.length);
}

/**
 * The lines added to what a model writes about the state: the requests, and the last action unless
 * the model mentions it.
 */
export function isFirmState(line: string, written: readonly string[]): boolean {
  if (line.startsWith(`${DID} (#`) && written.some((own) => own.startsWith(DID))) return false;
  return statePriority(line) < priority.length;
}

/**
 * The topic and state of the conversation: the user's first and last two requests, the results of
 * the latest turns, and the last words, last action and last failure of the assistant, unless the
 * same succeeded later. Lines of `previous` stay until newer ones replace them.
 */
export function stateSection(
  previous: readonly string[],
  entries: readonly Entry[],
  actions: readonly Action[],
): string[] {
  const requests = entries.flatMap((entry) => {
    const text = requestText(entry);
    return text === '' ? [] : [{ seq: entry.seq, text }];
  });
  const lines = new Map(
    previous.filter((line) => !isOutcome(line)).map((line) => [nameOf(line), withName(line)]),
  );
  if (!lines.has(FIRST)) {
    const first = requests.shift();
    if (first !== undefined) lines.set(FIRST, stateLine(FIRST, first.seq, quote(first.text, 50)));
  }
  for (const { seq, text } of requests.slice(-2)) {
    const last = lines.get(LAST);
    if (last !== undefined) lines.set(EARLIER, EARLIER + last.slice(LAST.length));
    lines.set(LAST, stateLine(LAST, seq, quote(text, 40)));
  }
  const said = entries.findLast((entry) => lastWords(entry) !== '');
  if (said !== undefined) lines.set(SAID, stateLine(SAID, said.seq, quote(lastWords(said), 40)));
  const last = actions.findLast(({ target, refused }) => target !== '' && refused !== true);
  if (last !== undefined) lines.set(DID, stateLine(DID, last.seq, describe(last)));
  const failure = lastFailure(lines.get(FAILED), actions);
  if (failure === undefined) lines.delete(FAILED);
  else lines.set(FAILED, failure);
  const named = (...names: string[]): string[] => names.flatMap((name) => lines.get(name) ?? []);
  return [
    ...named(FIRST, EARLIER, LAST),
    ...outcomeLines(previous, entries),
    ...named(SAID, DID, FAILED),
  ];
}

/** The lines without a last failure that the last action tells. */
export function withoutRepeatedFailure(lines: readonly string[]): string[] {
  const did = lines.find((line) => line.startsWith(`${DID} (#`));
  const repeat = did === undefined ? undefined : FAILED + did.slice(DID.length);
  return lines.filter((line) => line !== repeat);
}

/** The line of the last failure after further actions. */
function lastFailure(carried: string | undefined, actions: readonly Action[]): string | undefined {
  // A command that did not run has not failed.
  const refused = new Set(
    actions.flatMap((action) => (action.refused && action.verb === 'ran' ? [action.seq] : [])),
  );
  let line = carried;
  for (const action of actions) {
    if (refused.has(action.seq)) continue;
    if (action.error !== undefined) line = stateLine(FAILED, action.seq, describe(action));
    else if (line !== undefined && isOvertaken(line, action)) line = undefined;
  }
  return line;
}

const failureLine = /^[^"]*\(#\d+\): \S+ "(.*?)"( \/ ".*?| \[…\])* failed:/;

/** Whether an action did what failed: the same call, or a command that runs the same programs. */
function isOvertaken(line: string, { verb, target }: Action): boolean {
  const [, failed = '', more] = failureLine.exec(line) ?? [];
  if (failed === '' || verb === 'read' || verb === 'called') return false;
  if (target === failed || (more !== undefined && target.startsWith(failed))) return true;
  return verb === 'ran' && runsAll(programsOf(target), failed);
}

function stateLine(name: string, seq: number, text: string): string {
  return `${name} (#${seq}): ${text}`;
}

function describe({ toolName, target, error }: Action): string {
  const done = target === '' ? toolName : `${toolName} ${quote(target, 20)}`;
  return error === undefined ? done : `${done} failed: ${quote(error, 20)}`;
}

/** The last paragraph of what the assistant said; an error of the provider is no words of its. */
function lastWords(entry: Entry): string {
  if (entry.message.role !== 'assistant' || entry.metadata?.['apiError'] === true) return '';
  const paragraphs = spokenProse(spokenText(entry))
    .trim()
    .split(/\n\s*\n/);
  return paragraphs.at(-1) ?? '';
}
