import type { Entry } from '@everlong/core';
import { characterBoundary } from '@everlong/core/internal';

import { entrySegments, type Segment } from '../reading/entry-segments.js';

/** The maximum length of a message and of tool output, in characters. */
export interface TranscriptLimits {
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
    .map((segment) => segmentText(segment, limits));
  return `#${entry.seq} ${speakerOf(entry)}\n${texts.join('\n')}`;
}

/** The speaker of an entry; text in the user's role that the user did not write is a program's. */
export function speakerOf({ message, metadata }: Entry): string {
  if (message.role !== 'user') return message.role;
  return metadata?.origin === undefined || metadata.origin === 'user' ? 'user' : 'program';
}

function segmentText({ text, lead, spoken }: Segment, limits: TranscriptLimits): string {
  const cut = cutMiddle(text, spoken && lead === '' ? limits.spoken : limits.output);
  return lead === '' ? cut : `[call ${lead}] ${cut}`;
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
