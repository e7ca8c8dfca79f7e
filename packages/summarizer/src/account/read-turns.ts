import {
  type Entry,
  isErrorOutput,
  toolCallsOf,
  toolOutputText,
  toolResultsOf,
} from '@everlong/core';
import { changedPaths, isAct, toolKind, type ToolKinds } from '@everlong/core/internal';

import { spokenText, userText } from '../reading/spoken-text.js';
import { createOutcomes } from './act-outcomes.js';
import { describeCall, type DescribedCall } from './describe-call.js';
import { shorten, withoutPastes } from '../reading/shorten.js';
import type { AccountData, Act, Turn } from './turn.js';

/** How much of a message is carried. */
const MAX_WORDS_LENGTH = 8000;
const MAX_SAID_LENGTH = 1200;
/** Of what the assistant says in one turn the first and the newest texts are carried. */
const MAX_SAID = 24;
const MAX_ACTS = 60;
/** What stands in the place of a result until there is one. */
const NO_RESULT = '[no result]';
/** Shorter messages may well come twice. */
const MIN_REPEATED_LENGTH = 120;

/** Adds entries (in order, without secrets) to the turns and open errors of `data`. */
export function readTurns(
  data: AccountData,
  entries: readonly Entry[],
  kinds?: ToolKinds,
): AccountData {
  const turns = [...data.turns];
  const outcomes = createOutcomes(data.errors);
  const waiting = new Map<string, Act | undefined>();
  const changes = new Set<Act>();
  const asked = new Set<string>();
  const dropped = { requests: 0, acts: 0, ...data.dropped };
  const isRepeated = createRepetition(turns);
  const add = (...given: Parameters<typeof addAct>): Act => {
    const added = addAct(...given);
    dropped.acts += given[0].acts.splice(1, given[0].acts.length - MAX_ACTS).length;
    return added;
  };

  for (const entry of entries) {
    const { message, seq } = entry;
    if (message.role === 'user') {
      const words = userText(entry);
      if (words !== '' && !isRepeated(words)) turns.push(newTurn(seq, words));
    } else if (message.role === 'assistant') {
      const turn = currentTurn(turns, seq);
      const text = spokenText(entry);
      outcomes.tell(text);
      addSaid(turn, seq, text);
      const calls = toolCallsOf(message);
      turn.calls += calls.length;
      for (const call of calls) {
        // Some providers use ids again.
        asked.delete(call.toolCallId);
        waiting.delete(call.toolCallId);
        if (toolKind(call, kinds) === 'ask') asked.add(call.toolCallId);
        if (!isAct(call, kinds)) continue;
        const act = add(turn, seq, describeCall(call, kinds));
        if (changedPaths(call, kinds).length > 0) changes.add(act);
        waiting.set(call.toolCallId, act);
      }
    } else if (message.role === 'tool') {
      for (const { toolCallId, output } of toolResultsOf(message)) {
        const act = waiting.get(toolCallId);
        const answer = asked.has(toolCallId) && !isErrorOutput(output) && toolOutputText(output);
        if (typeof answer === 'string' && answer.trim() !== '') turns.push(newTurn(seq, answer));
        else if (act !== undefined) outcomes.settle(act, output, changes.has(act));
      }
    }
  }
  outcomes.tell('');
  return { ...data, turns, errors: outcomes.open(turns), dropped };
}

/** Tells whether a long text came before, word for word: people do not write that twice, harnesses do. */
function createRepetition(turns: readonly Turn[]): (words: string) => boolean {
  const known = new Set(turns.map(({ words }) => words));
  return (words) => {
    const form = carriedWords(words);
    if (form.length < MIN_REPEATED_LENGTH) return false;
    if (known.has(form)) return true;
    known.add(form);
    return false;
  };
}

/** The newest turn; of a log that begins without a message of the user, one without words. */
function currentTurn(turns: Turn[], seq: number): Turn {
  const last = turns.at(-1);
  if (last !== undefined) return last;
  const turn = newTurn(seq, '');
  turns.push(turn);
  return turn;
}

/** The words as they are carried. */
function carriedWords(words: string): string {
  const whole = words.length <= MAX_WORDS_LENGTH ? words : withoutPastes(words);
  return shorten(whole, MAX_WORDS_LENGTH);
}

function newTurn(seq: number, words: string): Turn {
  return { seq, words: carriedWords(words), acts: [], said: [], calls: 0 };
}

function addSaid(turn: Turn, seq: number, text: string): void {
  const said = shorten(text.trim(), MAX_SAID_LENGTH);
  if (said === '') return;
  turn.said.push({ seq, text: said });
  if (turn.said.length > MAX_SAID) turn.said.splice(1, 1);
}

/** Adds an act, folded with the same one done before in the turn, or with one of its kind in brief. */
function addAct(turn: Turn, seq: number, described: DescribedCall): Act {
  const same = turn.acts.findIndex(
    ({ what, kind }) =>
      what === described.what || (described.isBrief === true && kind === described.kind),
  );
  const [{ times, failures } = { times: 0, failures: 0 }] =
    same < 0 ? [] : turn.acts.splice(same, 1);
  const act: Act = {
    seq,
    ...described,
    result: NO_RESULT,
    failed: false,
    times: times + 1,
    failures,
  };
  turn.acts.push(act);
  return act;
}
