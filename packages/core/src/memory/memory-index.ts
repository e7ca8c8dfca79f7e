import type { MemoryFact, Trust } from './fact.js';

/**
 * The database of a memory: it keeps rows and finds those that share words with a query.
 * It ranks nothing: the order of its candidates only decides which ones are left out beyond the
 * limit. All terms are made by the memory and consist of letters, digits and marks; an index
 * compares them as they are. No method returns or changes anything of another scope.
 */
export interface MemoryIndex {
  /** The state of a scope as a whole; zeros for a new one. */
  scope(scope: string): Promise<ScopeState>;

  /**
   * Applies changes, all or none, and resolves when they are durable. Rejects with
   * `StoreConflictError` unless the scope still has the expected revision; each call adds one to
   * it.
   */
  apply(scope: string, expectedRevision: number, changes: IndexChanges): Promise<void>;

  /** Rows that hold at least one of the terms, those with more and rarer terms first. */
  candidates(
    scope: string,
    query: CandidateQuery & { layer: 'documents' },
  ): Promise<StoredDocument[]>;
  candidates(scope: string, query: CandidateQuery & { layer: 'facts' }): Promise<StoredFact[]>;

  /** How many rows of a layer there are, how long they are, and how many hold each term. */
  frequencies(
    scope: string,
    query: { layer: IndexLayer; terms: readonly string[] },
  ): Promise<TermFrequencies>;

  /** Documents by their places, in no order; a place without a document gives none. */
  documents(scope: string, filter: DocumentFilter): Promise<StoredDocument[]>;

  /** Facts in the order of their ids. */
  facts(scope: string, filter: FactFilter): Promise<StoredFact[]>;

  /** The state of sessions; those without any document are absent. */
  sessions(scope: string, filter: { sessionIds?: readonly string[] }): Promise<IndexedSession[]>;

  /** Every vector of a model. */
  vectors(scope: string, model: string): Promise<Omit<DocumentVector, 'model'>[]>;

  /** Which of these hashes the scope has: of entries taken in, or of statements forgotten. */
  knownHashes(scope: string, hashes: readonly string[]): Promise<ReadonlySet<string>>;

  /** Every alias, with the entity that it names. */
  aliases(scope: string): Promise<ReadonlyMap<string, string>>;

  /** Overwrites what deleted rows left behind, in every file of the database. */
  scrub(): Promise<void>;

  /** Releases the database. Closing twice is harmless. */
  close(): Promise<void>;
}

/** `documents`: chunks of messages, and sections of notes. `facts`: what was made of them. */
type IndexLayer = 'documents' | 'facts';

/** The index's state of a whole scope. */
export interface ScopeState {
  /** Grows with every change. */
  revision: number;
  /** The id that the next fact takes. */
  nextFactId: number;
  /** Sessions that it has documents of. */
  sessions: number;
  /** Names of everyone who speaks in the documents. */
  speakers: readonly string[];
}

/** Everything that one call of `apply` does; removals come first. */
export interface IndexChanges {
  removeDocuments?: readonly DocumentPlace[];
  removeFacts?: readonly number[];
  removeAliases?: readonly string[];
  removeHashes?: readonly string[];
  /** Sessions whose documents are all removed. */
  removeSessions?: readonly string[];
  addDocuments?: readonly StoredDocument[];
  /** A fact with a known id is replaced. */
  putFacts?: readonly StoredFact[];
  /** Alias to entity. */
  putAliases?: ReadonlyMap<string, string>;
  addHashes?: readonly string[];
  /** Sessions whose state changes. */
  putSessions?: readonly IndexedSession[];
  /** Vectors of documents, which leave with them. */
  putVectors?: readonly DocumentVector[];
}

/** The meaning of a document, as an embedding model sees it. */
export interface DocumentVector {
  place: DocumentPlace;
  model: string;
  /** A vector of length 1. */
  vector: Float32Array;
}

/** A place in a session's run of documents. */
export interface DocumentPlace {
  sessionId: string;
  /** Dense from 0 in the order of the conversation; a long message takes several. */
  position: number;
}

/** A chunk of an entry or note, as indexed. */
export interface StoredDocument extends DocumentPlace {
  /** `copy`: an entry of a fork whose text another session has; it has no text and no terms. */
  layer: 'episode' | 'note' | 'copy';
  entryId: string;
  seq: number;
  /** The place in the readable text of the entry where the chunk begins. */
  offset: number;
  role: 'user' | 'assistant' | 'tool' | 'system';
  speaker: string;
  trust: Trust;
  /** ISO 8601. */
  date: string;
  text: string;
  /** The analysed text in order, repeats included. */
  terms: readonly string[];
  /** True: a model has not seen it yet. */
  isPending: boolean;
}

/** A fact as indexed. */
export interface StoredFact extends MemoryFact {
  /** Subject and predicate, normalized, through no alias: what may contradict each other. */
  slot: string;
  /** The normalized subject, and the object where it names an entity. */
  entities: readonly string[];
  /** True if `validFrom` was stated; otherwise it is the time of the statement. */
  isDated: boolean;
  terms: readonly string[];
}

/** Asks for rows that hold any of some terms. */
export interface CandidateQuery {
  /** Which rows are searched. */
  layer: IndexLayer;
  /** An empty list finds nothing. */
  terms: readonly string[];
  /** The most rows. */
  limit: number;
  /**
   * Facts that hold no more as well. Default `false`: only those without `retiredAt` and `validTo`.
   */
  past?: boolean;
}

/** How common terms are, for BM25. */
export interface TermFrequencies {
  /** How many rows the layer has. */
  rows: number;
  /** Terms of all rows together. */
  terms: number;
  /** Rows that hold the term, for every term asked for. */
  rowsWith: ReadonlyMap<string, number>;
}

/** Conditions that all hold; of several dates one. */
export interface DocumentFilter {
  places?: readonly DocumentPlace[];
  sessionId?: string;
  entryIds?: readonly string[];
  fromSeq?: number;
  /** Dates, ISO 8601: from the first on, before the second. */
  dates?: readonly { from: string; before: string }[];
  /** True if a model has still to see them. */
  isPending?: boolean;
  /** Only documents with a text that have no vector of this model. */
  withoutVector?: string;
  /** The most documents. Default: all. */
  limit?: number;
}

/** Conditions that all hold. */
export interface FactFilter {
  ids?: readonly number[];
  slots?: readonly string[];
  entities?: readonly string[];
  /** Facts that rest on these entries. */
  sessionId?: string;
  entryIds?: readonly string[];
  /** Facts that were derived from one of these, or superseded by one of these. */
  dependsOn?: readonly number[];
  kind?: MemoryFact['kind'];
  /** Facts that hold no more as well. Default `true`. */
  past?: boolean;
  /** Only facts with a greater id. */
  after?: number;
  /** The most facts. Default: all. */
  limit?: number;
}

/** How far a session was observed. */
export interface IndexedSession {
  sessionId: string;
  /** The last entry that was taken in; -1 before the first. */
  observedThroughSeq: number;
  /** Documents so far: the position of the next one. */
  documents: number;
}
