import { type Entry, isUserEntry } from '@everlong/core';
import { characterBoundary } from '@everlong/core/internal';

import { entrySegments, type Segment } from '../reading/entry-segments.js';
import { userText } from '../reading/spoken-text.js';

/** The maximum length of the user's words, of other messages and of tool output, in characters. */
export interface TranscriptLimits {
  user: number;
  spoken: number;
  output: number;
}

/**
 * An entry as a block of plain text for a summarizing model: a line `#12 assistant`, then its texts
 * with secrets redacted, each cut in the middle to the limits, with a note about the omission.
 */
export function transcriptBlock(entry: Entry, limits: TranscriptLimits): string {
  const texts = entrySegments(entry)
    .filter(({ text }) => text.trim() !== '')
    .map((segment) => segmentText(segment, limits, entry));
  return `#${entry.seq} ${speakerOf(entry)}\n${texts.join('\n')}`;
}

/** The speaker of an entry; text in the user's role that the user did not write is a program's. */
export function speakerOf({ message, metadata }: Entry): string {
  if (message.role !== 'user') return message.role;
  return metadata?.origin === undefined || metadata.origin === 'user' ? 'user' : 'program';
}

function segmentText(segment: Segment, limits: TranscriptLimits, entry: Entry): string {
  const { text, lead, spoken } = segment;
  if (lead !== '') return `[call ${lead}] ${cutMiddle(text, limits.output)}`;
  if (!spoken) return cutMiddle(text, limits.output);
  const isUsers = isUserEntry(entry) && userText(entry) !== '';
  return cutMiddle(text, isUsers ? limits.user : limits.spoken);
}

/** About as long as the note about what was left out: less is not worth one. */
const NOTE_LENGTH = 32;

/** Keeps two thirds from the start and one third from the end; a little too long stays whole. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength + NOTE_LENGTH) return text;
  const head = text.slice(0, characterBoundary(text, Math.floor((maxLength * 2) / 3)));
  const tail = text.slice(text.length - Math.floor(maxLength / 3));
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
