import { type EntryInput, toUsage, UnsupportedFormatError } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { decodeValue, isWithdrawn, withdrawnRanges } from '@everlong/core/store-kit';
import { entryFields } from '../entries/entry-fields.js';
import type { EntryLog } from '../entries/entry-log.js';
import { logFormat } from '../entries/log-format.js';
import type { LogReader, LogSurvey } from '../entries/log-survey.js';
import { type Fields, fieldsOf, isFields, numberOf, present, textOf } from '../json/json-fields.js';
import { type JsonRecord, UNNAMED } from '../json/json-records.js';
import { shareOf } from '../json/share-of.js';
import { readModelMessage } from './ai-sdk-model-messages.js';

/**
 * What everlong exports: `everlong sessions --export ID --json`, an entry a line, and the server's
 * export, whose lines say in `object` what they are. Entries that were withdrawn are left out.
 */
export const everlongFormat = logFormat({
  name: 'everlong',
  description: 'JSON lines {seq, message, format or object: "message", …} of an export of everlong',
  detect: ({ values }) => shareOf(values, isExportLine),
  survey: surveyExport,
});

function isExportLine(value: unknown): boolean {
  const { object, seq, message, format, id, session_id } = fieldsOf(value);
  if (object === 'session') return typeof id === 'string';
  if (object === 'record') return typeof session_id === 'string';
  if (typeof seq !== 'number' || !isFields(message)) return false;
  return object === 'message' || textOf(format)?.startsWith('model-message/') === true;
}

function surveyExport({ file = UNNAMED }: { file?: string }): LogSurvey {
  const sessions: Fields[] = [];
  const rewinds: ReturnType<typeof rewindOf> = [];
  let sessionId: unknown;
  return {
    look({ value }) {
      if (!isExportLine(value)) return;
      const line = fieldsOf(value);
      sessionId ??= line['sessionId'];
      if (line['object'] === 'session') sessions.push(line);
      rewinds.push(...rewindOf(line));
    },
    conversations() {
      if (sessions.length > 1) {
        throw new UnsupportedFormatError(
          `${file} holds ${sessions.length} sessions. Export the one to read by itself.`,
        );
      }
      const { id = sessionId, agent, title } = sessions[0] ?? {};
      const withdrawn = withdrawnRanges(rewinds);
      const isTakenBack = ({ seq, withdrawn: isMarked }: Fields): boolean =>
        isMarked === true || isWithdrawn(withdrawn, Number(seq));
      const about = {
        ...definedFields({ title: textOf(title) }),
        metadata: present({ sessionId: id, agent }),
      };
      return [{ open: (log) => readExport(log, isTakenBack, about) }];
    },
  };
}

function readExport(
  log: EntryLog,
  isTakenBack: (line: Fields) => boolean,
  about: ReturnType<LogReader['end']>,
): LogReader {
  let aside = 0;
  let firstPlace: string | undefined;
  return {
    read(record) {
      const line = fieldsOf(record.value);
      if (!isExportLine(line) || !isFields(line['message'])) return;
      if (isTakenBack(line)) {
        aside++;
        firstPlace ??= record.place;
      } else log.addStored(parseEntry(record));
    },
    end(warn) {
      if (aside > 0) {
        warn(`${firstPlace}: ${aside} lines that the user took back were left out, from here on.`);
      }
      return about;
    },
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
