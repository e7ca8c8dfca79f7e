import type { FactKind } from '@everlong/core';

/** A statement that a model found in a text. */
export interface Statement {
  /** The place of the words that state it. */
  start: number;
  end: number;
  /** Since when it holds, ISO 8601. */
  validFrom: string;
  /** `I` for the speaker. */
  subject: string;
  predicate: string;
  object: string;
  kind: FactKind;
  /** The statement does not hold: `does not like olives`. */
  isNegated: boolean;
  /** From 0 to 1. */
  importance: number;
  confidence: number;
}
