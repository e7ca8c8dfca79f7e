/** The message that a memory comes from. */
export interface MemorySource {
  session_id: string;
  message_id: string;
}

/** A fact. Nothing is overwritten: `superseded_by` names what replaced it. */
export interface Memory {
  object: 'memory';
  id: string;
  /** As a sentence. */
  text: string;
  subject: string;
  predicate: string;
  value: string;
  kind: string;
  cardinality: 'one' | 'many';
  negated: boolean;
  valid_from: string;
  valid_to: string | null;
  recorded_at: string;
  retired_at: string | null;
  superseded_by: string | null;
  disputed: boolean;
  stale: boolean;
  /** The date of a later statement that seems to take it back; it still counts as valid. */
  outdated_since: string | null;
  confidence: number;
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
}

/** The agent whose memory it is. */
export interface OfAgent {
  /** Default `default`. */
  agent?: string;
}

export interface NewMemory extends OfAgent {
  subject: string;
  predicate: string;
  value: string;
  /** `one`: a newer value replaces the older. */
  cardinality?: 'one' | 'many';
  valid_from?: string;
  valid_to?: string;
  trust?: 'user' | 'assistant' | 'tool';
}

export interface MemorySearch extends OfAgent {
  query: string;
  limit?: number;
  max_tokens?: number;
  /** Return what held at this time. */
  valid_at?: string;
  /** Return what was known at this time. */
  known_at?: string;
}

export interface MemoryHit {
  kind: 'episode' | 'fact' | 'note';
  text: string;
  date: string;
  /** The sum of the breakdown; comparable within one answer only. */
  score: number;
  /** What the score is made of, by the name of each part. */
  breakdown: Record<string, number>;
  tokens: number;
  speaker: string | null;
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
  memory: Memory | null;
}

/** Best first. */
export interface MemoryHits {
  object: 'list';
  data: MemoryHit[];
  tokens: number;
}

export interface MemoryEntity {
  object: 'memory_entity';
  name: string;
  aliases: string[];
  memories: Memory[];
  /** Memories that no longer hold. */
  past: Memory[];
  /** Names that may mean the same. */
  suggestions: string[];
}

export interface MemoryProfile {
  object: 'memory_profile';
  /** Lines of Markdown; empty when nothing is known. */
  text: string;
  tokens: number;
  memory_ids: string[];
  sources: MemorySource[];
}

export interface LearningSearch extends OfAgent {
  /** The task at hand. */
  query: string;
  limit?: number;
  max_tokens?: number;
}

export interface Learning {
  memory_id: string;
  text: string;
  task: string;
  date: string;
  uses: number;
  successes: number;
  score: number;
  tokens: number;
  sources: MemorySource[];
}

/** Best first. */
export interface Learnings {
  object: 'list';
  data: Learning[];
}

export interface NewMemoryNote extends OfAgent {
  session_id: string;
  from_seq: number;
  through_seq: number;
  /** Default: now. */
  date?: string;
  text: string;
}

export interface MemoryNote {
  object: 'memory_note';
  session_id: string;
  /** `false`: this range was noted before. */
  added: boolean;
}

export type Forget = OfAgent &
  ({ entity: string } | { session_id: string; message_id?: string } | { everything: true });

export interface Forgotten {
  object: 'forgotten';
  memory_ids: string[];
  messages: number;
  notes: number;
  /** Sessions whose messages still contain it. */
  session_ids: string[];
}
