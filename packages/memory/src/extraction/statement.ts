import type { FactKind } from '@everlong/core';

interface Found {
  /** The sentence's place in the text. */
  start: number;
  end: number;
  /** Since when it holds, ISO 8601. */
  validFrom: string;
}

/** A statement found in a text. */
export interface Statement extends Found {
  type: 'statement';
  /** `I` for the speaker. */
  subject: string;
  predicate: string;
  object: string;
  kind: FactKind;
  /** The statement does not hold: `does not like olives`. */
  isNegated: boolean;
  /** It held only until then and replaces nothing. Empty: until some time before the message. */
  validTo?: string;
  /** From 0 to 1. */
  importance: number;
  /** Whether it is about the project, not about people. */
  isSetting?: boolean;
  /** Whether the grammar says that there is one value at a time; `false`: that there may be more. */
  isSingle?: boolean;
  /** Whether it takes the place of the only value, where there may be more: `my dog is now Max`. */
  isInstead?: boolean;
  /** Whether it held until this statement ended it: `no longer`, `quit`. */
  heldBefore?: boolean;
  /** Whether it follows from the previous statement of its sentence. */
  followsFromPrevious?: boolean;
  /** The value that it replaces, if named. */
  replaces?: string;
}

/**
 * A new value, or none, instead of an old one, without saying what it is the value of: that follows
 * from earlier statements.
 */
export interface Replacement extends Found {
  type: 'replacement';
  subject: string;
  /** The predicate, if named: `port`. */
  about?: string;
  old?: string;
  new?: string;
  /** Its reading if no known fact has the old value. */
  otherwise?: Statement[] | undefined;
}

/** What a sentence says: that something holds, or that it took another's place. */
export type Extracted = Statement | Replacement;

/** Finds what a text states; `createdAt` is ISO 8601. */
export type StatementExtractor = (text: string, createdAt: string) => Extracted[];
