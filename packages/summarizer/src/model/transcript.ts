import type { Entry } from '@everlong/core';

import { entrySegments, type Segment } from '../reading/entry-segments.js';
import { wholeCharacters } from '../reading/quote.js';

/** The longest text of what somebody said and of what a tool put out, in characters. */
export interface TranscriptLimits {
  spoken: number;
  output: number;
}

/**
 * An entry as a block of plain text for a summarizing model: a line `#12 assistant`, then its
 * texts, secrets redacted, each cut in its middle to the limits with a note of what is missing.
 */
export function transcriptBlock(entry: Entry, limits: TranscriptLimits): string {
  const texts = entrySegments(entry)
    .filter(({ text }) => text.trim() !== '')
    .map((segment) => segmentText(segment, limits));
  return `#${entry.seq} ${speakerOf(entry)}\n${texts.join('\n')}`;
}

/** Who speaks in an entry; what is in the user's role without being the user's is a program's. */
export function speakerOf({ message, metadata }: Entry): string {
  if (message.role !== 'user') return message.role;
  return metadata?.origin === undefined || metadata.origin === 'user' ? 'user' : 'program';
}

function segmentText({ text, lead, spoken }: Segment, limits: TranscriptLimits): string {
  const cut = cutMiddle(text, spoken && lead === '' ? limits.spoken : limits.output);
  return lead === '' ? cut : `[call ${lead}] ${cut}`;
}

/** Two thirds of what is kept from the start, one third from the end. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = wholeCharacters(text.slice(0, Math.floor((maxLength * 2) / 3)));
  const tail = text.slice(text.length - Math.floor(maxLength / 3));
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}
