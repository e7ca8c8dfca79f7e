import { ConfigError, type ContextNoteRecord } from '@everlong/core';
import { showValue } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { seqOfCall } from './place-of-call.js';
import type { NoteResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';
import { NOTES_SHARE } from '../request/allow-notes.js';
import { measureBudget } from '../request/epoch-inputs.js';
import { type ContextNote, notesMessage, withNote } from '../state/context-notes.js';

/** The most bytes of all notes together, names and texts. */
const MAX_BYTES = 16 * 1024;
const MAX_NAME_LENGTH = 64;

/** `session.note`: keeps, replaces or removes a note, or says why not. */
export async function keepNote(
  work: SessionWork,
  { name, text }: { name: string; text: string },
  { toolCallId }: { toolCallId?: string } = {},
): Promise<NoteResult> {
  requireTexts(name, text);
  const { logs, record } = work;
  const kept = redactSecrets(text).trim();
  return logs.retryOnConflict(async () => {
    const { notes } = logs.current;
    const seq = seqOfCall(logs.current, toolCallId);
    const known = notes.some((note) => note.name === name);
    if (kept === '' && !known) return { kept: false, message: noSuchNote(name, notes) };
    const change: ContextNoteRecord = {
      type: 'context-note',
      name,
      seq,
      ...(kept === '' ? {} : { text: kept }),
    };
    const problem = kept === '' ? undefined : whyTooMuch(work, change);
    if (problem !== undefined) return { kept: false, message: problem };
    await record(change);
    return { kept: true, message: describe(change, { known, isRedacted: kept !== text.trim() }) };
  });
}

function requireTexts(name: unknown, text: unknown): void {
  const isName =
    typeof name === 'string' &&
    name.trim() === name &&
    name.length > 0 &&
    name.length <= MAX_NAME_LENGTH &&
    !/\p{Cc}/u.test(name);
  if (!isName) {
    throw new ConfigError(
      `The name of a note must be a line of 1 to ${MAX_NAME_LENGTH} characters without blanks at ` +
        `its ends, not ${showValue(name)}.`,
    );
  }
  if (typeof text !== 'string') {
    throw new ConfigError(`The text of a note must be a string, not ${showValue(text)}.`);
  }
}

function noSuchNote(name: string, notes: readonly ContextNote[]): string {
  return `There is no note "${name}" to remove. ${listNotes(notes)}`;
}

/** Names the sizes and the cure where the notes would be too much; `undefined` where they fit. */
function whyTooMuch({ logs, config }: SessionWork, change: ContextNoteRecord): string | undefined {
  const { current: state } = logs;
  const { counter } = config;
  const all = withNote(state.notes, change);
  const bytes = all.reduce((sum, note) => sum + bytesOf(note), 0);
  const message = notesMessage(all);
  const tokens = message === undefined ? 0 : counter.message(message);
  const maxTokens = Math.floor(measureBudget(state, config).inputBudget * NOTES_SHARE);
  if (bytes <= MAX_BYTES && tokens <= maxTokens) return undefined;
  return (
    `Not kept: with this note all notes would have ${bytes} bytes and ${tokens} tokens; they may ` +
    `have ${MAX_BYTES} bytes and ${maxTokens} tokens. Shorten it, or remove or replace another. ` +
    listNotes(state.notes)
  );
}

function listNotes(notes: readonly ContextNote[]): string {
  if (notes.length === 0) return 'There are no notes yet.';
  const list = notes.map((note) => `"${note.name}" (${bytesOf(note)} bytes)`);
  return `Notes: ${list.join(', ')}.`;
}

function bytesOf({ name, text }: Pick<ContextNote, 'name' | 'text'>): number {
  return new TextEncoder().encode(name + text).length;
}

function describe(
  { name, text }: ContextNoteRecord,
  { known, isRedacted }: { known: boolean; isRedacted: boolean },
): string {
  if (text === undefined) return `The note "${name}" is removed.`;
  const redacted = isRedacted ? ' Secrets in it were redacted.' : '';
  return `The note "${name}" is ${known ? 'replaced' : 'kept'}, through every compaction.${redacted}`;
}
