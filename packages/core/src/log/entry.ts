import type { JsonValue } from '../base/json-value.js';
import type { ModelMessage } from '../messages/message.js';
import type { Usage } from '../base/usage.js';

/** Names the stored shape of `Entry.message`; it changes only when that shape does. */
export const MESSAGE_FORMAT = 'model-message/1';

/**
 * Who a message comes from, where its role does not say it: `user` (the default for role
 * `user`), `tool` (text that a program put in the user's role), `summary`, `system`.
 * Only `user` starts a turn and counts as the user's own words.
 */
export type Origin = 'user' | 'tool' | 'summary' | 'system';

/** JSON of the caller's; only `origin` and `imported` mean something to everlong. */
export interface EntryMetadata {
  origin?: Origin;
  /** The program that recorded the entry: the request behind it was made there, and is not known. */
  imported?: string;
  [key: string]: JsonValue | undefined;
}

/** A stored message. Entries are immutable; `seq` is dense from 0 within a session. */
export interface Entry {
  id: string;
  sessionId: string;
  seq: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  format: typeof MESSAGE_FORMAT;
  message: ModelMessage;
  /** The model that produced the message, as `provider/name` or a registry name. */
  model?: string;
  /** Tokens that the provider billed for the call that produced the message. */
  usage?: Usage;
  metadata?: EntryMetadata;
}

/** An entry as a caller hands it to a store, which adds the rest. */
export interface EntryInput {
  /** Appending an id that the session already holds is a no-op. Default: a random UUID. */
  id?: string;
  /** The message itself. */
  message: ModelMessage;
  /** ISO 8601, UTC. Default: now. */
  createdAt?: string;
  /** The model that wrote it, `provider/model` or the model alone. */
  model?: string;
  /** Tokens that the call was billed. */
  usage?: Usage;
  /** Kept with the entry, and never sent to a model. */
  metadata?: EntryMetadata;
}

/** The entry's origin, or `undefined` for assistant and tool messages without one. */
export function originOf(entry: Pick<Entry, 'message' | 'metadata'>): Origin | undefined {
  const declared = entry.metadata?.origin;
  if (declared !== undefined) return declared;
  if (entry.message.role === 'user') return 'user';
  return entry.message.role === 'system' ? 'system' : undefined;
}

const ORIGINS: Readonly<Record<Origin, true>> = {
  user: true,
  tool: true,
  summary: true,
  system: true,
};

/**
 * Tells whether a store takes it as an entry's origin; logs of earlier versions may hold others.
 */
export function isOrigin(value: unknown): value is Origin {
  return typeof value === 'string' && Object.hasOwn(ORIGINS, value);
}

/** Tells whether the entry holds the user's own words, and so starts a turn. */
export function isUserEntry(entry: Pick<Entry, 'message' | 'metadata'>): boolean {
  return entry.message.role === 'user' && originOf(entry) === 'user';
}
