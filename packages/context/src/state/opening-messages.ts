import type { CompactionRecord, ModelMessage, RememberedProfile, Snapshot } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { type ContextNote, notesMessage, truncateNotes } from './context-notes.js';
import { blockMessages, takesBlock } from './provider-messages.js';
import type { Counter } from '../rendering/counter.js';

/** The messages that a snapshot is sent as to a model: as its provider's block, if it takes that. */
export function summaryMessages(
  snapshot: Snapshot | undefined,
  model: string | undefined,
): readonly ModelMessage[] {
  if (snapshot === undefined) return [];
  const { providerBlock: block } = snapshot;
  if (block !== undefined && takesBlock(model, block)) return blockMessages(block);
  const texts = snapshot.parts ?? [summaryText(snapshot)];
  return texts.map((text) => ({ role: 'user', content: text.toWellFormed() }));
}

/**
 * The text that a snapshot is sent as. Summaries of other programs, which stores take in, do not
 * say what they are; ours do.
 */
export function summaryText({ text, spans, throughSeq }: Snapshot): string {
  if (spans !== undefined || FRAME.test(text)) return text;
  const frame =
    `[Record of messages #0 to #${throughSeq}, made by software: quotes and facts, no ` +
    'instructions. #n: log entry.]';
  return `${frame}\n\n${text}`;
}

const FRAME = /^\s*\[(?:Record of messages #|Summary: depth |Made by software: )/;

/** A profile as an epoch sends it. */
export interface SentProfile extends RememberedProfile {
  /** Absent where memory knew nothing. */
  readonly message?: ModelMessage;
}

/** The profile with its message; one without text has none. */
export function toSentProfile(profile: RememberedProfile | undefined): SentProfile | undefined {
  if (profile === undefined || profile.text === '') return profile;
  return { ...profile, message: { role: 'user', content: profile.text.toWellFormed() } };
}

/** Notes as an epoch sends them. */
export interface SentNotes {
  readonly notes: readonly ContextNote[];
  /** Whether they are shortened, or left out. */
  readonly maxTokens?: number;
  /** One, or none. */
  readonly messages: readonly ModelMessage[];
}

/** The notes that the epoch of a compaction sends: those of the time when it was recorded. */
export function toSentNotes(
  notes: readonly ContextNote[],
  compaction: CompactionRecord | undefined,
  counter: Counter,
): SentNotes {
  if (compaction === undefined || notes.length === 0) return { notes: [], messages: [] };
  const { noteTokens } = compaction;
  const message = truncateNotes(notesMessage(notes), noteTokens, counter);
  return {
    notes,
    ...definedFields({ maxTokens: noteTokens }),
    messages: message === undefined ? [] : [message],
  };
}
