/** The place where something was said. */
export interface MemorySource {
  sessionId: string;
  entryId: string;
}

/**
 * Who a memory comes from, the least trusted of everyone along its lineage: the user, the
 * assistant (its texts, and what it wrote with a tool), or a tool's output.
 */
export type Trust = 'user' | 'assistant' | 'tool';

/** `procedure` is a learning: what worked, for which task. */
export type FactKind =
  | 'attribute'
  | 'relation'
  | 'preference'
  | 'decision'
  | 'event'
  | 'constraint'
  | 'procedure';

/** An entry that a fact rests on, with the place of the statement in the entry's readable text. */
export interface FactSource extends MemorySource {
  seq?: number;
  start: number;
  end: number;
}

/**
 * One statement about a subject, with two times: when it holds (`validFrom` to `validTo`) and when
 * the memory knew it (`recordedAt` to `retiredAt`). Nothing is overwritten: a fact that another one
 * replaced stays, with its end and its successor. Times are ISO 8601, UTC.
 */
export interface MemoryFact {
  /** Unique within its scope, ascending. */
  id: number;
  /** As it was said; compared without case, accents and articles, and through aliases. */
  subject: string;
  /** Names the slot, such as `lives in` or `port`. */
  predicate: string;
  object: string;
  /** The fact as one line: `user · lives in · Leipzig`. */
  text: string;
  kind: FactKind;
  /** `one`: a newer object replaces the older. `many`: objects add up. */
  cardinality: 'one' | 'many';
  /** True: the statement does not hold (`does not like olives`). */
  isNegated: boolean;
  validFrom: string;
  /** True if `validFrom` was stated; else it is the time of the statement. */
  isDated?: boolean;
  validTo?: string;
  recordedAt: string;
  retiredAt?: string;
  /** The fact that took its place. */
  supersededBy?: number;
  /** Facts that this one was derived from. */
  derivedFrom: readonly number[];
  /** True: a fact that it was derived from has been superseded. */
  isStale: boolean;
  /** True: another valid fact contradicts it, and nothing decides between them. */
  isDisputed: boolean;
  /** From 0 to 1. */
  confidence: number;
  /** From 0 to 1. */
  importance: number;
  trust: Trust;
  sources: readonly FactSource[];
  /** For a procedure: times it was recalled. */
  uses: number;
  /** For a procedure: times it worked. */
  successes: number;
}

/** A fact to write. */
export interface FactInput {
  /** The subject, such as `staging`. */
  subject: string;
  /** The slot, such as `port`. */
  predicate: string;
  /** The filling of the slot, such as `8471`. */
  object: string;
  /** ISO 8601. Default: now. */
  validFrom?: string;
  /** ISO 8601. Default: it holds until something replaces it. */
  validTo?: string;
  /** Default: as declared for the predicate, else `many`. */
  cardinality?: 'one' | 'many';
  /** Default `attribute`. */
  kind?: FactKind;
  /** True: the statement does not hold. Default `false`. */
  isNegated?: boolean;
  /** Default `user`. */
  trust?: Trust;
  /** From 0 to 1. Default 1. */
  confidence?: number;
  /** From 0 to 1. Default 0.5. */
  importance?: number;
  /**
   * Messages that said it. Default: none, it was only written. One with a `seq` is withdrawn with
   * the entries of its session from there on.
   */
  sources?: readonly (MemorySource & Partial<FactSource>)[];
  /** Ids of facts that it follows from: it turns stale when one of them is superseded. */
  derivedFrom?: readonly number[];
}
