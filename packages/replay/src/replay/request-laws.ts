import { type Entry, type EntryRange, isUserEntry } from '@everlong/core';

import type { MessageBook, MessageFacts } from '../messages/message-book.js';

/** A request to check, and its plan. */
interface CheckedRequest {
  instructions: string;
  messages: readonly MessageFacts[];
  ranges: readonly EntryRange[];
}

/** The log replayed so far, indexed so that each request can be checked quickly. */
export interface GrowingLog {
  add(entry: Entry): void;
  /**
   * The laws that a request for the entries added so far breaks; empty if none.
   */
  brokenLaws(request: CheckedRequest): string[];
}

/** How much of a truncated user message must be left to recognize it. */
const RECOGNIZABLE_CHARACTERS = 24;

/**
 * Checks that the latest user message is present, whole or marked as truncated; that messages are
 * in the order of the log; and that the plan covers every entry exactly once.
 */
export function createGrowingLog(book: MessageBook): GrowingLog {
  const seqsById = new Map<number, number[]>();
  let length = 0;
  let latestUser: Entry | undefined;

  function orderProblem(messages: readonly MessageFacts[]): string[] {
    let last = -1;
    for (const { id } of messages) {
      const seqs = seqsById.get(id);
      if (seqs === undefined) continue;
      // Taking the earliest remaining place leaves most room for later messages.
      const next = firstAbove(seqs, last);
      if (next === undefined) {
        return [`order: entry ${seqs.at(-1)} comes after entry ${last} in the request`];
      }
      last = next;
    }
    return [];
  }

  function userProblem({ messages, ranges }: CheckedRequest): string[] {
    if (latestUser === undefined) return [];
    const { seq, message } = latestUser;
    const { id, text } = book.message(message);
    const words = text.text.trim();
    if (words === '') return [];
    if (messages.some((sent) => sent.id === id || sent.text.text.includes(words))) return [];
    const fate = ranges.find(({ from, to }) => from <= seq && seq <= to)?.disposition;
    const head = words.slice(0, RECOGNIZABLE_CHARACTERS);
    const tail = words.slice(-RECOGNIZABLE_CHARACTERS);
    const isLeft = messages.some(({ text: sent }) => holdsEither(sent.text, head, tail));
    if (fate === 'truncated' && isLeft) return [];
    return [`latest user message: entry ${seq} is ${fate ?? 'in no range'} and not in the request`];
  }

  return {
    add(entry) {
      const { id } = book.message(entry.message);
      const seqs = seqsById.get(id);
      if (seqs === undefined) seqsById.set(id, [length]);
      else seqs.push(length);
      if (isUserEntry(entry)) latestUser = { ...entry, seq: length };
      length++;
    },
    brokenLaws: (request) => [
      ...rangeProblem(request.ranges, length),
      ...orderProblem(request.messages),
      ...userProblem(request),
    ],
  };
}

function holdsEither(text: string, head: string, tail: string): boolean {
  return text.includes(head) || text.includes(tail);
}

function firstAbove(ascending: readonly number[], limit: number): number | undefined {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return ascending[low];
}

function rangeProblem(ranges: readonly EntryRange[], length: number): string[] {
  let next = 0;
  for (const { from, to } of ranges) {
    if (from !== next || to < from)
      return [`plan: range ${from} to ${to} follows entry ${next - 1}`];
    next = to + 1;
  }
  return next === length ? [] : [`plan: ranges end at entry ${next - 1} of ${length}`];
}
