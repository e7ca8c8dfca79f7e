import { type EntryInput, toUsage, UnsupportedFormatError } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { decodeValue, isWithdrawn, withdrawnRanges } from '@everlong/core/store-kit';
import { entryFields } from '../entries/entry-fields.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { type Fields, fieldsOf, isFields, numberOf, present, textOf } from '../json/json-fields.js';
import { type JsonRecord, UNNAMED } from '../json/json-records.js';
import { shareOf } from '../json/share-of.js';
import { readModelMessage } from './ai-sdk-model-messages.js';

/**
 * What everlong exports: `everlong sessions --export ID --json`, an entry a line, and the server's
 * export, whose lines say in `object` what they are. Entries that were withdrawn are left out.
 */
export const everlongFormat: TranscriptFormat = {
  name: 'everlong',
  description: 'JSON lines {seq, message, format or object: "message", …} of an export of everlong',
  detect: ({ values }) => shareOf(values, isExportLine),
  parse: parseExport,
};

function isExportLine(value: unknown): boolean {
  const { object, seq, message, format, id, session_id } = fieldsOf(value);
  if (object === 'session') return typeof id === 'string';
  if (object === 'record') return typeof session_id === 'string';
  if (typeof seq !== 'number' || !isFields(message)) return false;
  return object === 'message' || textOf(format)?.startsWith('model-message/') === true;
}

function parseExport(source: TranscriptSource): ParsedTranscript {
  const records = source.records().filter(({ value }) => isExportLine(value));
  const lines = records.map(({ value }) => fieldsOf(value));
  const sessions = lines.filter(({ object }) => object === 'session');
  if (sessions.length > 1) {
    throw new UnsupportedFormatError(
      `${source.file ?? UNNAMED} holds ${sessions.length} sessions. ` +
        'Export the one to read by itself.',
    );
  }
  const withdrawn = withdrawnRanges(lines.flatMap(rewindOf));
  const isTakenBack = ({ value }: JsonRecord): boolean => {
    const { seq, withdrawn: isMarked } = fieldsOf(value);
    return isMarked === true || isWithdrawn(withdrawn, Number(seq));
  };
  const stored = records.filter(({ value }) => isFields(fieldsOf(value)['message']));
  const aside = stored.filter(isTakenBack);
  if (aside.length > 0) {
    source.warn(
      `${aside[0]?.place}: ${aside.length} lines that the user took back were left out, from here on.`,
    );
  }
  const { id, agent, title } = sessions[0] ?? {};
  const sessionId = id ?? lines[0]?.['sessionId'];
  return {
    entries: stored.filter((record) => !isTakenBack(record)).map(parseEntry),
    ...definedFields({ title: textOf(title) }),
    metadata: present({ sessionId, agent }),
  };
}

function rewindOf({ object, type, fromSeq, throughSeq }: Fields) {
  const from = numberOf(fromSeq);
  if (object !== 'record' || type !== 'rewind' || from === undefined) return [];
  const to = numberOf(throughSeq);
  return [{ fromSeq: from, ...(to === undefined ? {} : { throughSeq: to }) }];
}

function parseEntry({ value, place }: JsonRecord): EntryInput {
  const line = fieldsOf(value);
  const { object, message, model, metadata, createdAt, created_at } = line;
  const usage = fieldsOf(line['usage']);
  // The command line writes messages as stores do; the server writes them as they are.
  const plain = object === 'message' ? message : decodeValue(JSON.stringify(message));
  return {
    message: readModelMessage(plain, place),
    ...entryFields(createdAt ?? created_at, present(fieldsOf(metadata)), model),
    ...(numberOf(usage['inputTokens']) === undefined ? {} : { usage: toUsage(usage) }),
  };
}
