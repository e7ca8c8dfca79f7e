import type { Entry, ModelMessage } from '@everlong/core';

import { fingerprintsOf, meetingPlace } from './find-new-messages.js';

/** Whether a history may end before the log does, given the log's end: a look that costs little. */
export function mayEndBefore(
  logEnd: readonly ModelMessage[],
  history: readonly ModelMessage[],
): boolean {
  const log = keysOf(logEnd);
  const keys = keysOf(history);
  const last = keys.at(-1);
  if (last === undefined || log.length === 0) return false;
  return log.slice(0, -1).includes(last) || meetingPlace(log, keys) === undefined;
}

/**
 * The last entry to keep of a log whose beginning is that of the history: where the history ends
 * earlier, what it ends with; where its last message is a question other than the log's, what comes
 * before that. `undefined` where it does neither, or begins with less than an answer.
 */
export function keptOf(
  entries: readonly Entry[],
  history: readonly ModelMessage[],
): number | undefined {
  const log = entries.flatMap(({ message, seq }) =>
    fingerprintsOf(message, 0).map(({ key }) => ({ key, seq, role: message.role })),
  );
  const said = history.flatMap((message, index) => fingerprintsOf(message, index));
  let agreed = 0;
  while (agreed < said.length && said[agreed]?.key === log[agreed]?.key) agreed++;
  if (!log.slice(0, agreed).some(({ role }) => role === 'assistant')) return undefined;
  const before = log[agreed - 1]?.seq;
  const next = log[agreed];
  if (next === undefined) return undefined;
  if (agreed === said.length) {
    return history.at(-1)?.role === 'assistant' ? undefined : before;
  }
  const isEdit =
    next.role === 'user' &&
    said[agreed]?.message === history.length - 1 &&
    history.at(-1)?.role === 'user';
  return isEdit ? before : undefined;
}

/** Whether the log begins with all of a history and continues: such a page is behind. */
export function isBeginningOf(
  entries: readonly Entry[],
  history: readonly ModelMessage[],
): boolean {
  const log = keysOf(entries.map(({ message }) => message));
  const said = keysOf(history);
  return said.length < log.length && said.every((key, index) => key === log[index]);
}

/**
 * Whether a history is the end of the log and a question after it: that of a caller who sends the
 * newest messages only. Not where only an answer follows `kept`: the caller may want another one.
 */
export function goesOn(
  end: readonly Entry[],
  history: readonly ModelMessage[],
  kept: number,
): boolean {
  if (history.at(-1)?.role !== 'user') return false;
  if (!end.some(({ seq, message }) => seq > kept && message.role === 'user')) return false;
  const log = keysOf(end.map(({ message }) => message));
  const said = keysOf(history.slice(0, -1));
  const tail = log.slice(-said.length);
  return said.length > 0 && said.every((key, index) => key === tail[index]);
}

/** Answers to approval requests do not reach a model, so its prompts lack them. */
function keysOf(messages: readonly ModelMessage[]): string[] {
  return messages
    .flatMap(fingerprintsOf)
    .map(({ key }) => key)
    .filter((key) => !key.startsWith('approval '));
}
