import {
  type Entry,
  isErrorOutput,
  type ModelMessage,
  type ToolCallPart,
  toolCallsOf,
  toolOutputText,
} from '@everlong/core';

import { isRefusal } from '../reading/refusals.js';
import { fencedCommands } from '../actions/shell-actions.js';
import { countWords, quote } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';
import { spokenText, userText } from '../reading/spoken-text.js';
import { candidatesIn, namedCandidates } from './candidates.js';
import { isRun, isTestRun, runText } from './run-calls.js';
import { runOutcome, tellsOutcome } from './run-outcome.js';
import { createTurnTrials, type Trial, type TurnTrials } from './turn-trials.js';

/** The key of `snapshot.sections` for what was run and what came of it, as `toLines` writes it. */
export const TRIALS = 'Trials';

/** What was tried, oldest first, with the names that the user listed. */
export interface TrialRecord {
  trials: Trial[];
  /** The newest last. */
  candidates: string[];
  /** The entry of the user's newest text. */
  turn: number;
}

/** A record while entries are added. */
interface Draft extends Omit<TrialRecord, 'trials'> {
  /** By their calls, in the order of the newest ones. */
  trials: Map<string, Trial>;
  ofTurn: TurnTrials;
}

/** The maximum number of trials carried that a list names, of others, and of names. */
const MAX_LISTED = 80;
const MAX_OTHERS = 4;
const MAX_CANDIDATES = 120;
const REPLY_WORDS = 24;
/** A sentence that names more of them is a list. */
const MAX_NAMED = 2;

/**
 * Adds what the entries ran: the same call once, with its newest outcome; and replies about a name
 * that the user listed.
 */
export function updateTrials(
  previous: readonly string[] = [],
  entries: readonly Entry[] = [],
): string[] {
  const draft = beginDraft(readTrials(previous));
  const byCall = new Map<string, Trial>();
  let fenced: Trial | undefined;
  for (const entry of entries) {
    const { message } = entry;
    if (message.role === 'user') {
      // Agents without tools get the output in the user's role.
      if (fenced !== undefined && userText(entry).trim() === '') {
        const answer = spokenText(entry);
        if (isRefusal(answer)) remove(draft, fenced);
        else fenced.output = runOutcome(answer, { failed: false });
        fenced = undefined;
      }
      addUser(draft, entry);
    } else if (message.role === 'tool') addResults(byCall, message);
    else if (message.role === 'assistant') {
      fenced = undefined;
      const calls = toolCallsOf(message);
      for (const call of calls) {
        const trial = addRun(draft, entry.seq, call);
        if (trial !== undefined) byCall.set(call.toolCallId, trial);
      }
      if (calls.length > 0) continue;
      const [command] = fencedCommands(spokenText(entry));
      if (command === undefined) addReply(draft, entry);
      else fenced = addRun(draft, entry.seq, { toolName: 'shell', input: { command } });
    }
  }
  const { candidates, turn } = draft;
  return toLines(bounded({ trials: [...draft.trials.values()], candidates, turn }));
}

function beginDraft({ trials, candidates, turn }: TrialRecord): Draft {
  const draft: Draft = { trials: new Map(), candidates, turn, ofTurn: createTurnTrials() };
  for (const trial of trials) put(draft, trial);
  return draft;
}

function addRun(
  draft: Draft,
  seq: number,
  call: Pick<ToolCallPart, 'toolName' | 'input'>,
): Trial | undefined {
  const what = runText(call.input);
  const [candidate] = namedCandidates(what, draft.candidates);
  if (what === '' || !isRun(call, candidate !== undefined)) return undefined;
  const named = candidate === undefined ? {} : { candidate };
  const trial: Trial = { seq, tool: call.toolName, what, ...named };
  put(draft, trial);
  return trial;
}

function addResults(
  byCall: ReadonlyMap<string, Trial>,
  { content }: Extract<ModelMessage, { role: 'tool' }>,
): void {
  for (const part of content) {
    const trial = part.type === 'tool-result' ? byCall.get(part.toolCallId) : undefined;
    if (trial === undefined || part.type !== 'tool-result') continue;
    const failed = isErrorOutput(part.output);
    const output = runOutcome(toolOutputText(part.output), { failed });
    if (output !== '') trial.output = output;
    if (failed) trial.failed = true;
  }
}

function addUser(draft: Draft, entry: Entry): void {
  const text = userText(entry);
  if (text.trim() === '') return;
  draft.turn = entry.seq;
  draft.ofTurn.clear();
  const found = candidatesIn(text);
  const others = draft.candidates.filter((name) => !found.includes(name));
  draft.candidates = [...others, ...found].slice(-MAX_CANDIDATES);
}

/** The same call once more replaces the one before. */
function put(draft: Draft, trial: Trial): void {
  const before = draft.trials.get(callOf(trial));
  if (before !== undefined) remove(draft, before);
  draft.trials.set(callOf(trial), trial);
  if (trial.seq > draft.turn && trial.tool !== '') draft.ofTurn.add(trial);
}

function remove({ trials, ofTurn }: Draft, trial: Trial): void {
  if (trials.get(callOf(trial)) === trial) trials.delete(callOf(trial));
  ofTurn.delete(trial);
}

function callOf({ tool, what }: Trial): string {
  return `${tool}\n${what}`;
}

/** The sentences of a reply about what this turn ran, or about a name that the user listed. */
function addReply(draft: Draft, entry: Entry): void {
  const { ofTurn, candidates } = draft;
  if (ofTurn.size() === 0 && candidates.length === 0) return;
  for (const { text } of sentencesOf(spokenText(entry))) {
    if (/[?:]$/.test(text) || countWords(text) < 3) continue;
    const reply = quote(text, REPLY_WORDS);
    if (reply.endsWith('[…]')) continue;
    const names = namedCandidates(text, candidates);
    const about = ofTurn.about(text, names);
    if (names.length > MAX_NAMED && names.length > about.length) continue;
    for (const trial of about) trial.reply = reply;
    if (about.length === 0) noteReply(draft, names, { seq: entry.seq, text, reply });
  }
}

/** A reply about names that the user listed, in a turn that ran none of them. */
function noteReply(
  draft: Draft,
  names: readonly string[],
  { seq, text, reply }: { seq: number; text: string; reply: string },
): void {
  for (const candidate of names) {
    if (!tellsOutcome(text.replaceAll(candidate, ''))) continue;
    const known = [...draft.trials.values()].findLast((trial) => trial.candidate === candidate);
    if (known === undefined) put(draft, { seq, tool: '', what: candidate, candidate, reply });
    else known.reply = reply;
  }
}

function bounded(record: TrialRecord): TrialRecord {
  const listed = record.trials.filter(({ candidate }) => candidate !== undefined);
  const others = record.trials.filter(({ candidate }) => candidate === undefined);
  const kept = new Set([...listed.slice(-MAX_LISTED), ...others.slice(-MAX_OTHERS)]);
  const test = others.findLast(({ tool, what }) => isTestRun(tool, what));
  if (test !== undefined) kept.add(test);
  return { ...record, trials: record.trials.filter((trial) => kept.has(trial)) };
}

function toLines({ trials, candidates, turn }: TrialRecord): string[] {
  if (trials.length === 0 && candidates.length === 0) return [];
  return [JSON.stringify({ turn, candidates }), ...trials.map((trial) => JSON.stringify(trial))];
}

/** The record that `updateTrials` wrote. */
export function readTrials(lines: readonly string[] = []): TrialRecord {
  const [head, ...trials] = lines.map((line) => JSON.parse(line) as unknown);
  const { turn, candidates } = (head ?? { turn: -1, candidates: [] }) as TrialRecord;
  return { turn, candidates, trials: trials as Trial[] };
}
