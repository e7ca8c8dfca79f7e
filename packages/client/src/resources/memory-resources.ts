/** The message that a memory comes from. */
export interface MemorySource {
  session_id: string;
  /** Of a note: the numbers of its first and last message, such as `0-5`. */
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
  /** `one`: a newer value replaces the older; `many`: values hold side by side. */
  cardinality: 'one' | 'many';
  /** The memory says that this does not hold. */
  negated: boolean;
  /** When it began to hold in the world; ISO 8601, like every time here. */
  valid_from: string;
  /** When it ceased to hold; `null`: it still does, as far as is known. */
  valid_to: string | null;
  /** When it was learned. */
  recorded_at: string;
  /** When it was replaced or taken back; `null` while it counts. */
  retired_at: string | null;
  /** The id of the memory that replaced it. */
  superseded_by: string | null;
  /** Another valid memory contradicts it, and nothing decides between them. */
  disputed: boolean;
  /** A memory that it was derived from has been superseded. */
  stale: boolean;
  /** The date of a later statement that seems to take it back; it still counts as valid. */
  outdated_since: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** Who said it. */
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
}

/** The agent whose memory it is. */
export interface OfAgent {
  /** Default `default`. */
  agent?: string;
}

/** A fact to store; one that is known already is not stored again. */
export interface NewMemory extends OfAgent {
  subject: string;
  predicate: string;
  value: string;
  /** `one`: a newer value replaces the older. */
  cardinality?: 'one' | 'many';
  /** ISO 8601. Default: now. */
  valid_from?: string;
  /** ISO 8601. Default: it holds until something replaces it. */
  valid_to?: string;
  /** Who said it. Default `user`. */
  trust?: 'user' | 'assistant' | 'tool';
}

/** A search of messages, memories and notes. */
export interface MemorySearch extends OfAgent {
  query: string;
  /** At most so many hits, up to 100. Default 10. */
  limit?: number;
  /** What the texts of all hits may take together. Default: no limit. */
  max_tokens?: number;
  /** Return what held at this time. */
  valid_at?: string;
  /** Return what was known at this time. */
  known_at?: string;
}

/** A message (`episode`), a fact or a note that a search found. */
export interface MemoryHit {
  kind: 'episode' | 'fact' | 'note';
  text: string;
  /** ISO 8601: when it was said, or since when the fact holds. */
  date: string;
  /** The sum of the breakdown; comparable within one answer only. */
  score: number;
  /** What the score is made of, by the name of each part. */
  breakdown: Record<string, number>;
  /** Of the text in one line with its date and speaker. */
  tokens: number;
  /** Who said it: a name, else the role. */
  speaker: string | null;
  /** Who said it. */
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
  /** Of a fact: the memory itself. */
  memory: Memory | null;
}

/** Best first. */
export interface MemoryHits {
  object: 'list';
  data: MemoryHit[];
  /** Of all texts together. */
  tokens: number;
}

/** All that is known of a person or thing. */
export interface MemoryEntity {
  object: 'memory_entity';
  name: string;
  /** Other names of it. */
  aliases: string[];
  memories: Memory[];
  /** Memories that no longer hold. */
  past: Memory[];
  /** Memories of others that name it as their value. */
  related: Memory[];
  /** With two steps: memories of those others, and of what its own memories name. */
  beyond: Memory[];
  /** Messages that name it, newest first. */
  messages: MemoryHit[];
  /** Names that may mean the same. */
  suggestions: string[];
}

/** Who the user is and what holds for the project, from what is known now. */
export interface MemoryProfile {
  object: 'memory_profile';
  /** Lines of Markdown; empty when nothing is known. */
  text: string;
  tokens: number;
  /** The memories that the text states. */
  memory_ids: string[];
  sources: MemorySource[];
}

/** A search for what earlier runs of tools taught. */
export interface LearningSearch extends OfAgent {
  /** The task at hand. */
  query: string;
  /** At most so many, up to 100. Default 5. */
  limit?: number;
  /** What their texts may take together. Default: no limit. */
  max_tokens?: number;
}

/** What an earlier run of tools taught for a task. */
export interface Learning {
  memory_id: string;
  text: string;
  task: string;
  /** ISO 8601: when it last worked. */
  date: string;
  /** How often it was recalled. */
  uses: number;
  /** How often it worked. */
  successes: number;
  /** Comparable within one answer only. */
  score: number;
  tokens: number;
  sources: MemorySource[];
}

/** Best first. */
export interface Learnings {
  object: 'list';
  data: Learning[];
}

/** A note on what a range of a session was about. */
export interface NewMemoryNote extends OfAgent {
  session_id: string;
  /** The first message of the range. */
  from_seq: number;
  /** The last message of the range. */
  through_seq: number;
  /** Default: now. */
  date?: string;
  text: string;
}

/** The answer to a new note. */
export interface MemoryNote {
  object: 'memory_note';
  session_id: string;
  /** `false`: this range was noted before. */
  added: boolean;
}

/** What to forget: a person or thing, a session or one of its messages, or everything. */
export type Forget = OfAgent &
  ({ entity: string } | { session_id: string; message_id?: string } | { everything: true });

/** What was forgotten. */
export interface Forgotten {
  object: 'forgotten';
  /** The memories that were deleted. */
  memory_ids: string[];
  /** Those among them that do not name the entity: they were said in the same sentence. */
  also_forgotten: { memory_id: string; text: string }[];
  /** How many messages memory forgot; the sessions keep them. */
  messages: number;
  /** How many notes were deleted. */
  notes: number;
  /** Sessions whose messages still contain it. */
  session_ids: string[];
  /** Other sessions that quote it: it was recalled there, or a message or a summary names it. */
  quoting_session_ids: string[];
}
