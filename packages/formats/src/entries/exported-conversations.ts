import { UnsupportedFormatError } from '@everlong/core';
import { type Fields, fieldsOf } from '../json/json-fields.js';
import { UNNAMED } from '../json/json-records.js';
import type { ParsedTranscript, TranscriptFormat, TranscriptSource } from './transcript.js';

/** How the conversations of a data export are told and read. */
interface ExportedFormat extends Pick<TranscriptFormat, 'name' | 'description'> {
  isConversation(value: unknown): boolean;
  /** `place` names the conversation in the file. */
  read(source: TranscriptSource, conversation: Fields, place: string): ParsedTranscript;
}

/** The format of a data export, whose file holds many conversations or one of them. */
export function exportedFormat({
  name,
  description,
  isConversation,
  read,
}: ExportedFormat): TranscriptFormat {
  function* readAll(source: TranscriptSource): Generator<ParsedTranscript> {
    const values = source.records().map(({ value }) => value);
    for (const [index, value] of exportedConversations(values).entries()) {
      yield parseOne(source, value, index);
    }
  }
  const parseOne: NonNullable<TranscriptFormat['parseOne']> = (source, value, index) =>
    read(source, fieldsOf(value), `conversation ${index + 1}`);
  return {
    name,
    description,
    detect: ({ values }) => {
      const all = exportedConversations(values);
      return all.length > 0 && all.every(isConversation);
    },
    parse: (source) => onlyConversation(source, readAll(source)),
    parseAll: readAll,
    parseOne,
  };
}

/** The conversations of an export: a list of them, one alone, or one a line. */
function exportedConversations(values: readonly unknown[]): readonly unknown[] {
  const [first] = values;
  return values.length === 1 && Array.isArray(first) ? first : values;
}

/** The only conversation of a file; throws `UnsupportedFormatError` where there are several. */
function onlyConversation(
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
