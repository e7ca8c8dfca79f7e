import type { FactKind } from '@everlong/core';

/**
 * A pattern of clauses and what a match states. Groups: `s` subject, `o` object, `p` predicate
 * noun, `x` the old value, `at` a preposition before the value.
 */
export interface Frame {
  pattern: RegExp;
  /** Absent: the predicate is the matched noun `p`. */
  predicate?: string;
  kind?: FactKind;
  /** Whether the match ends something: its statement is negated. */
  ends?: boolean;
  /** Whether it held only in the past. */
  isPast?: boolean;
  importance?: number;
  /** Values must look like this. */
  object?: RegExp;
  /** Whether the given name of a person is no value. */
  isNoPerson?: boolean;
}

/** A frame whose pattern is the whole clause. */
export function frame(pattern: string, rest: Omit<Frame, 'pattern'>, flags = 'u'): Frame {
  return { ...rest, pattern: new RegExp(`^${pattern}$`, flags) };
}

/** Auxiliary verbs, none or several. */
export const has = '(?: (?:have|has|had|am|is|are|was|were|will be|been|got|did|do|does))*';
