import type { Entry, EntryMetadata } from '../log/entry.js';
import type { FactInput, MemoryFact, MemorySource, Trust } from './fact.js';

/**
 * Knowledge that one conversation learned and every later one has. Everything belongs to a scope,
 * an agent or a tenant and an agent, and nothing crosses it. All methods reject with `ConfigError`
 * on bad arguments and after `close`. Texts are returned with recognised secrets redacted.
 */
export interface Memory {
  /**
   * Takes in messages, in the order of their session. An entry that is known, by its session and id
   * or as a copy in a fork, adds nothing. Resolves when it is durable.
   */
  observe(
    scope: string,
    entries: readonly MemoryEntry[],
    options?: ObserveOptions,
  ): Promise<ObserveResult>;

  /** The last `seq` that was observed of a session; −1 when there is none. */
  observedThroughSeq(scope: string, sessionId: string): Promise<number>;

  /** Memories relevant to a text, best first. Any string is a valid query. */
  recall(scope: string, query: string, options?: RecallOptions): Promise<RecallResult>;

  /**
   * Writes facts and returns them as they are stored, in order. A fact that is known is returned as
   * it is; one that replaces another retires it. Facts that `list` of another memory returned, with
   * their `id`, are taken over as they were there, with their times and marks; `derivedFrom` and
   * `supersededBy` of them name facts of the same call.
   */
  write(scope: string, facts: FactInput): Promise<MemoryFact>;
  write(scope: string, facts: readonly FactInput[]): Promise<MemoryFact[]>;

  /**
   * Everything known about an entity, by its name or an alias: facts in both directions, and the
   * messages that speak of it. `undefined` when nothing is.
   */
  entity(scope: string, name: string, options?: EntityOptions): Promise<MemoryEntity | undefined>;

  /** From now on `alias` names the same entity as `name`. */
  merge(scope: string, name: string, alias: string): Promise<void>;

  /** Undoes a merge: each fact belongs to the name again that it was stated about. */
  separate(scope: string, alias: string): Promise<void>;

  /** Every merge, in an order in which `merge` makes the same again; names are in lower case. */
  merges(scope: string): Promise<NameMerge[]>;

  /** Facts in the order of their ids. */
  list(scope: string, options?: ListFactsOptions): Promise<MemoryFact[]>;

  /**
   * Which of these are no longer there as they were when they were recalled: forgotten, withdrawn,
   * or changed.
   */
  findForgotten(scope: string, recalled: Recalled): Promise<Recalled>;

  /** Who the user is and what holds for the project, from valid facts alone. */
  profile(scope: string, options: ProfileOptions): Promise<MemoryProfile>;

  /** Lessons of earlier runs with tools for a task like this one, most relevant first. */
  learnings(scope: string, query: string, options?: LearningsOptions): Promise<Learning[]>;

  /**
   * Keeps the summary of a range of entries in the note of its day; the same range again changes
   * nothing.
   */
  note(scope: string, note: NoteInput): Promise<NoteResult>;

  /**
   * All notes, by their sessions. In one of more than 1,000 characters, line breaks may have become
   * spaces.
   */
  notes(scope: string): Promise<NoteInput[]>;

  /**
   * Extracts facts from the entries that wait for it. Stops at the time limit; the rest waits for
   * the next flush.
   */
  flush(scope: string, options?: { timeoutMs?: number }): Promise<FlushResult>;

  /**
   * Removes what rests on the entries of a session from `fromSeq` on; facts that they had
   * superseded hold again. These entries are not learned from again.
   */
  withdraw(scope: string, range: { sessionId: string; fromSeq: number }): Promise<WithdrawResult>;

  /**
   * Removes what the selector names and all that was derived from it, from every file. Of a message
   * that names an entity, the facts of sentences that do not name it stay. Rejects with
   * `StoreConflictError` while another process makes a file keep it.
   */
  forget(scope: string, selector: ForgetSelector, options?: ForgetOptions): Promise<ForgetReceipt>;

  /**
   * Reads again what was observed, as a newer version or another model reads it: search terms,
   * secrets, and with a model the facts of messages, which are extracted anew by `flush`. Facts that
   * were only written stay, and what was forgotten stays away.
   */
  rebuild(scope: string): Promise<RebuildResult>;

  /** Waits for running calls and releases the files. Closing twice is harmless. */
  close(): Promise<void>;
}

/** A message to remember: a stored entry, or one of a caller who has no store. */
export type MemoryEntry = Pick<Entry, 'id' | 'sessionId' | 'createdAt' | 'message'> & {
  /** Default: after the last one of the session. */
  seq?: number;
  metadata?: EntryMetadata & {
    /** Who speaks, where the role does not say it. */
    speaker?: string;
  };
};

/** How messages are taken in. */
export interface ObserveOptions {
  /** `false`: stores the messages without extracting facts. Default `true`. */
  extract?: boolean;
}

/** The outcome of `observe`. */
export interface ObserveResult {
  /** Entries that were new. */
  added: number;
  /** Ids of facts that were new. */
  factIds: readonly number[];
}

/** A point in both times, ISO 8601. */
export interface AsOf {
  /** The time at which facts hold. Default: now. */
  validAt?: string;
  /** The time at which facts were known. Default: now. */
  knownAt?: string;
}

/** How far `entity` walks. */
export interface EntityOptions extends AsOf {
  /** `2`: also the facts about what its facts name. Default 1. */
  steps?: 1 | 2;
}

/** How much a recall returns, and from which time. */
export interface RecallOptions extends AsOf {
  /** The most hits. Default 10. */
  limit?: number;
  /** The most tokens of all hits together, as `text` is. Default: no limit. */
  maxTokens?: number;
  /** Leaves out what rests on this source, for the request that holds it already. */
  excludes?(source: MemorySource): boolean;
}

/** Options of `profile`: the room for it, and what it leaves out. */
export interface ProfileOptions {
  /** The most tokens of its text. */
  maxTokens: number;
  /** Leaves out facts that rest on such sources alone, for the request that holds them already. */
  excludes?(source: MemorySource): boolean;
}

/** The outcome of a recall. */
export interface RecallResult {
  /** Best first. */
  hits: MemoryHit[];
  /** Tokens of all of them. */
  tokens: number;
}

/** A message (`episode`), a fact or a note that a recall found. */
export interface MemoryHit {
  kind: 'episode' | 'fact' | 'note';
  /** Readable by itself, without speaker and date. */
  text: string;
  /** Empty for a fact that was only written, and for `MEMORY.md`. */
  sources: readonly MemorySource[];
  /** ISO 8601: when it was said, or since when the fact holds. */
  date: string;
  /** The sum of the breakdown; comparable within one answer only. */
  score: number;
  breakdown: Readonly<Record<string, number>>;
  /** Tokens of `text` in one line with its date and speaker. */
  tokens: number;
  /** Who said it: a name, else the role. */
  speaker?: string;
  trust: Trust;
  /** The fact behind a hit of kind `fact`. */
  fact?: MemoryFact;
  /** The origins of the text, by names for `findForgotten` that mean nothing elsewhere. */
  restsOn?: readonly string[];
}

/** Memories that were recalled once. */
export interface Recalled {
  /** Ids of facts, learnings and profiles. */
  factIds: readonly number[];
  /** Names of hits. */
  restsOn: readonly string[];
}

/** The knowledge of a person or thing. */
export interface MemoryEntity {
  name: string;
  aliases: readonly string[];
  /** Facts that hold, newest first; disputed and stale ones are marked. */
  facts: readonly MemoryFact[];
  /** Facts that held once, newest first. */
  past: readonly MemoryFact[];
  /** Facts about others that name it as their value, newest first. */
  related: readonly MemoryFact[];
  /** With two steps: facts about those others, and about what its own facts name. */
  beyond: readonly MemoryFact[];
  /** Messages that name it, newest first, each with its date and source; none of the user. */
  messages: readonly MemoryHit[];
  /** Names of other entities that may be the same; nothing merges them by itself. */
  suggestions: readonly string[];
}

/** Two names of one entity, as `merge` takes them. */
export interface NameMerge {
  name: string;
  alias: string;
}

/** Which facts `list` returns. */
export interface ListFactsOptions extends AsOf {
  /** Only facts about this entity. */
  subject?: string;
  /** Also facts that hold no more. Default `false`. */
  past?: boolean;
  /** Only facts with a greater id: the last one of a page. */
  after?: number;
  /** The most facts. Default: all. */
  limit?: number;
}

/** Who the user is and what holds for the project. */
export interface MemoryProfile {
  /** Lines of Markdown; empty when nothing is known. */
  text: string;
  tokens: number;
  /** The facts in it: when one of them is withdrawn or forgotten, the profile no longer holds. */
  factIds: readonly number[];
  sources: readonly MemorySource[];
}

/** How much `learnings` returns. */
export interface LearningsOptions {
  /** Default 5. */
  limit?: number;
  /** The most tokens of all texts together. Default: no limit. */
  maxTokens?: number;
}

/** A lesson of earlier runs of tools for a task. */
export interface Learning {
  /** The fact of kind `procedure` behind it. */
  factId: number;
  text: string;
  task: string;
  /** ISO 8601: when it last worked. */
  date: string;
  sources: readonly MemorySource[];
  /** Times it was recalled. */
  uses: number;
  /** Times it worked. */
  successes: number;
  /** Comparable within one answer only. */
  score: number;
  /** Tokens of the text. */
  tokens: number;
}

/** The summary of a range of entries. */
export interface NoteInput {
  /** The session of the range. */
  sessionId: string;
  /** The first entry. */
  fromSeq: number;
  /** The last entry. */
  throughSeq: number;
  /** ISO 8601, a day or a time. */
  date: string;
  /** Markdown. */
  text: string;
}

/** The outcome of a note. */
export interface NoteResult {
  /** `false`: the range was noted before. */
  added: boolean;
  /** The file, where the memory has a folder of notes. */
  path?: string;
}

/** The outcome of a flush. */
export interface FlushResult {
  /** Ids of facts that were new. */
  factIds: readonly number[];
  /** Entries that still wait. */
  pending: number;
}

/** The sum of what a withdrawal removed and restored. */
export interface WithdrawResult {
  /** How many entries are gone. */
  entries: number;
  /** Ids of facts that are gone. */
  factIds: readonly number[];
  /** Ids of facts that hold again. */
  restoredFactIds: readonly number[];
}

/** The parts that a rebuild read again. */
export interface RebuildResult {
  /** Parts of messages and notes. */
  messages: number;
  /** Facts that leave, and that a model extracts again. */
  facts: number;
}

/** The things to forget. */
export type ForgetSelector =
  | { entity: string }
  | { sessionId: string }
  | { sessionId: string; entryId: string }
  | { factId: number }
  | { everything: true };

/** How `forget` forgets. */
export interface ForgetOptions {
  /** `true`: removes nothing; the receipt says what would be. Default `false`. */
  dryRun?: boolean;
}

/** The things that were forgotten. */
export interface ForgetReceipt {
  /** How many entries, those among them of which facts stay. */
  entries: number;
  /** The facts that are gone. */
  factIds: readonly number[];
  /**
   * Those among them that are not about the entity or fact and do not name it: they were said in
   * the same sentence. Empty for other selectors, which name whole messages.
   */
  alsoForgotten: readonly { factId: number; text: string }[];
  /** How many notes. */
  notes: number;
  /** Sessions whose own log still holds what was forgotten. */
  sessionIds: readonly string[];
  /**
   * The parts of these sessions that are gone: entries, and notes by their ranges, such as `4-9`.
   * Requests that quoted it have it as a source.
   */
  sources: readonly MemorySource[];
}
