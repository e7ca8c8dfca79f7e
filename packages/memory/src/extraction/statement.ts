import type { FactKind } from '@everlong/core';

interface Found {
  /** Place of the sentence in the text that was read. */
  start: number;
  end: number;
  /** ISO 8601: since when it holds. */
  validFrom: string;
}

/** Something that a text states. */
export interface Statement extends Found {
  type: 'statement';
  /** `I` for the one who speaks. */
  subject: string;
  predicate: string;
  object: string;
  kind: FactKind;
  isNegated: boolean;
  /** It held once, until then: it replaces nothing. */
  validTo?: string;
  importance: number;
  /** It is about what is worked on, not about people. */
  isSetting?: boolean;
  /** The grammar says that there is one value at a time. */
  isSingle?: boolean;
  /** It held until it was ended by this: `no longer`, `quit`. */
  heldBefore?: boolean;
  /** It follows from the statement before it in the same sentence. */
  followsFromPrevious?: boolean;
  /** The value that it replaces, where it is said. */
  replaces?: string;
}

/**
 * A new value, or none, in place of an old one, without a word about what it is the value of: what
 * was said before tells.
 */
export interface Replacement extends Found {
  type: 'replacement';
  subject: string;
  /** What the value is of, where that is said: `port`. */
  about?: string;
  old?: string;
  new?: string;
  /** What it states where nothing is known that it could replace. */
  otherwise?: Statement[] | undefined;
}

export type Extracted = Statement | Replacement;

/** Finds what a text states; `createdAt` is ISO 8601. */
export type StatementExtractor = (text: string, createdAt: string) => Extracted[];
