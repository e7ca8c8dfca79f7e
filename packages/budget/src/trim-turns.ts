import { checkList, checkNumber, type OptionNames, requireOptions } from '@everlong/core/internal';

import { fillNewestFirst, type Sized } from './fill-newest-first.js';

/** The size of a turn: whole, and with only its user text and its final reply. */
export interface TurnSize extends Sized {
  /** Tokens of the turn reduced to user text and final reply. */
  textTokens: number;
}

/** Limits of the kept turns together. */
export interface TurnLimits {
  /** Less than 1 counts as 1: the newest turn stays. */
  maxTurns: number;
  /** The most tokens of all turns together. */
  maxTokens: number;
}

/** Which turns are kept, and how. */
export interface TurnTrim {
  /** The index of the first turn that is kept. */
  from: number;
  /** True if the kept turns except the newest are reduced to user text and final reply. */
  textOnly: boolean;
}

/**
 * With at least this many turns, the oldest half is dropped when they exceed the tokens; fewer
 * turns are reduced to their texts.
 */
const MIN_HALVED_TURNS = 5;

const LIMITS: OptionNames<TurnLimits> = { maxTurns: true, maxTokens: true };

/**
 * CowAgent's trimming of turns (oldest first, the newest in progress): while there are too many,
 * the oldest half is dropped. While they exceed the tokens, the oldest half is dropped of five
 * turns or more, and fewer are reduced to their texts. Texts that do not fit beside the newest turn
 * are dropped, oldest first. Throws `ConfigError` for anything but a list and numbers.
 */
export function trimTurns(turns: readonly TurnSize[], limits: TurnLimits): TurnTrim {
  checkList('The turns of trimTurns', turns);
  requireOptions<TurnLimits>('trimTurns', limits, LIMITS);
  const { maxTurns, maxTokens } = limits;
  checkNumber('maxTurns of trimTurns', maxTurns, -Infinity);
  checkNumber('maxTokens of trimTurns', maxTokens, -Infinity);
  let from = 0;
  const left = (): number => turns.length - from;
  const tokens = (): number => turns.slice(from).reduce((sum, turn) => sum + turn.tokens, 0);
  while (left() > Math.max(1, maxTurns)) from += halfOf(left());
  while (left() >= MIN_HALVED_TURNS && tokens() > maxTokens) from += halfOf(left());
  if (tokens() <= maxTokens) return { from, textOnly: false };
  const newest = turns.at(-1)?.tokens ?? 0;
  const texts = turns.slice(from, -1).map(({ textTokens }) => ({ tokens: textTokens }));
  return { from: from + fillNewestFirst(texts, maxTokens - newest).from, textOnly: true };
}

/** The oldest half of so many turns or steps, rounded down. */
export function halfOf(count: number): number {
  checkNumber('The count of halfOf', count, 0);
  return Math.floor(count / 2);
}

/** How many of the newest turns CowAgent brings back after a restart. */
export function turnsToRestore(maxTurns: number): number {
  checkNumber('maxTurns of turnsToRestore', maxTurns, -Infinity);
  return Math.max(3, Math.floor(maxTurns / 6));
}
