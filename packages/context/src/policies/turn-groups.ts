import type { TurnSize } from '@everlong/budget';
import { toolCallsOf } from '@everlong/core';

import type { Unit } from '../rendering/message-group.js';

/** A turn: the units from a message of the user's up to the next one. */
export interface TurnUnits extends TurnSize {
  /** Indexes of the first unit, and of the first behind the last. */
  from: number;
  to: number;
  /** Indexes of the user's message and of the final reply, as far as there are any. */
  texts: number[];
}

/**
 * The turns of units (oldest first), each unit in exactly one; what stands before the first user
 * message belongs to the first turn. `sizes` are the tokens of the units.
 */
export function turnsOf(units: readonly Unit[], sizes: readonly number[]): TurnUnits[] {
  const starts = units.flatMap((unit, index) => (unit.startsTurn ? [index] : []));
  const bounds = [0, ...starts.slice(1), units.length];
  return bounds.slice(0, -1).map((from, turn) => {
    const to = bounds[turn + 1] ?? units.length;
    const texts = textsOf(units, from, to);
    return {
      from,
      to,
      texts,
      tokens: sum(sizes.slice(from, to)),
      textTokens: sum(texts.map((index) => sizes[index] ?? 0)),
    };
  });
}

function textsOf(units: readonly Unit[], from: number, to: number): number[] {
  const turn = units.slice(from, to);
  const user = turn.findIndex((unit) => unit.startsTurn);
  const reply = turn.findLastIndex(isReply);
  return [user, reply].filter((index) => index >= 0).map((index) => from + index);
}

/** Whether a unit is a message of the assistant's that calls no tool. */
export function isReply({ messages }: Unit): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && toolCallsOf(last).length === 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
