import { UnsupportedFormatError } from '@everlong/core';
import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import { type JsonRecord, UNNAMED } from '../json/json-records.js';
import type { TranscriptSource } from './transcript.js';

/** Messages as programs export them, with what surrounds them. */
export interface MessageList {
  records: readonly JsonRecord[];
  /** The object that holds the list; empty when there is none. */
  document: Fields;
}

/** Under which names exported objects keep their list of messages. */
const listKeys = ['messages', 'traj'];

/**
 * The messages of a list, of an object with a list, or of JSON lines. Throws
 * `UnsupportedFormatError` when there are several conversations.
 */
export function messageList(source: TranscriptSource): MessageList {
  const records = source.records();
  const documents = records.flatMap(({ value }) => documentsIn(value));
  if (documents.length === 0) return { records, document: {} };
  const [first] = documents;
  if (first === undefined || documents.length > 1 || records.length > 1) {
    throw new UnsupportedFormatError(
      `${source.file ?? UNNAMED} holds ${documents.length} conversations. ` +
        'Save the one to read in a file of its own.',
    );
  }
  const file = source.file ?? UNNAMED;
  return {
    records: first.list.map((value, index) => ({ value, place: `${file}, message ${index + 1}` })),
    document: first.document,
  };
}

/** The messages of a sample, of all conversations. */
export function sampleMessages(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => {
    const documents = documentsIn(value);
    return documents.length === 0 ? [value] : documents.flatMap(({ list }) => list);
  });
}

/** How to detect a format whose files are lists of messages, and with which score. */
export interface MessageMarks {
  isMessage(value: unknown): boolean;
  /** Whether a message has a feature that is unique to the format. */
  hasOwnMark(value: unknown): boolean;
  /** The score if some message has a unique feature, and if none has. */
  marked: number;
  unmarked: number;
}

/** The score of a sample: 0 unless all its values are messages of the format. */
export function scoreMessages(values: readonly unknown[], marks: MessageMarks): number {
  const messages = sampleMessages(values);
  if (messages.length === 0 || !messages.every(marks.isMessage)) return 0;
  return messages.some(marks.hasOwnMark) ? marks.marked : marks.unmarked;
}

interface MessageDocument {
  list: readonly unknown[];
  document: Fields;
}

function documentsIn(value: unknown): MessageDocument[] {
  if (!Array.isArray(value)) {
    const list = listIn(value);
    return list === undefined ? [] : [{ list, document: fieldsOf(value) }];
  }
  const isListOfDocuments = value.length > 0 && value.every((item) => listIn(item) !== undefined);
  return isListOfDocuments ? value.flatMap(documentsIn) : [{ list: value, document: {} }];
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (!isFields(value) || 'role' in value) return undefined;
  const lists = listKeys.map((key) => value[key]);
  return lists.find((list) => Array.isArray(list));
}
