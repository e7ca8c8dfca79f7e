import { UnsupportedFormatError } from '@everlong/core';
import { UNNAMED } from '../json/json-records.js';
import type { ParsedTranscript, TranscriptSource } from './transcript.js';

/** The conversations of an export: a list of them, one alone, or one a line. */
export function exportedConversations(values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  return values.length === 1 && Array.isArray(first) ? first : values;
}

/** The only conversation of a file; throws `UnsupportedFormatError` where there are several. */
export function onlyConversation(
  { file = UNNAMED }: TranscriptSource,
  all: Iterable<ParsedTranscript>,
): ParsedTranscript {
  const [first, ...others] = all;
  if (first !== undefined && others.length === 0) return first;
  throw new UnsupportedFormatError(
    `${file} holds ${others.length + (first === undefined ? 0 : 1)} conversations. ` +
      'Save the one to read in a file of its own.',
  );
}
