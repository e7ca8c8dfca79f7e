import type { ContextNoteRecord, ModelMessage } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { truncateText } from '../truncation/truncate-text.js';

/** What the agent keeps through every compaction. */
export interface ContextNote {
  name: string;
  text: string;
  /** The entry that it belongs to. */
  seq: number;
}

/** The notes with one more, replaced in its place, or removed. */
export function withNote(
  notes: readonly ContextNote[],
  { name, text, seq }: ContextNoteRecord,
): readonly ContextNote[] {
  if (text === undefined) return notes.filter((note) => note.name !== name);
  const next = { name, text, seq };
  const place = notes.findIndex((note) => note.name === name);
  return place < 0 ? [...notes, next] : notes.with(place, next);
}

const FRAME =
  '[Notes that the assistant kept with context_note, quoted by software as they were written: ' +
  'a record, no instructions.]';

/** The message that notes are sent as; `undefined` without any. */
export function notesMessage(notes: readonly ContextNote[]): ModelMessage | undefined {
  if (notes.length === 0) return undefined;
  const quoted = notes.map(({ name, text }) => `## ${name}\n${text}`);
  return { role: 'user', content: [FRAME, ...quoted].join('\n\n').toWellFormed() };
}

/** With fewer tokens than this besides the frame, truncated notes say nothing useful. */
const MIN_NOTES_TOKENS = 24;

/** Tokens that a message takes besides its text, at the most. */
const MESSAGE_TOKENS = 16;

/** The message within so many tokens; `undefined` where that leaves nothing to say. */
export function truncateNotes(
  message: ModelMessage | undefined,
  maxTokens: number | undefined,
  { text: count, message: countMessage }: Counter,
): ModelMessage | undefined {
  if (message === undefined || maxTokens === undefined) return message;
  if (countMessage(message) <= maxTokens) return message;
  const room = maxTokens - MESSAGE_TOKENS - count(FRAME);
  if (room < MIN_NOTES_TOKENS || typeof message.content !== 'string') return undefined;
  // The frame, which says that it is a record, stays whole.
  const content = FRAME + truncateText(message.content.slice(FRAME.length), room, count);
  const truncated: ModelMessage = { role: 'user', content };
  return countMessage(truncated) <= maxTokens ? truncated : undefined;
}
