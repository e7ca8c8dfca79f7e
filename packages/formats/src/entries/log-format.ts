import { createEntryLog, type EntryLog } from './entry-log.js';
import type { JsonRecord } from '../json/json-records.js';
import type { ParsedTranscript, TranscriptFormat, TranscriptSource } from './transcript.js';

/** A line of a log. */
export interface LogRecord extends JsonRecord {
  /** Its place among the values of the file, from 0. */
  index: number;
}

/**
 * A first look at a log, which may be longer than memory: keeps little of each record. The records
 * are then read once more for each conversation.
 */
export interface LogSurvey {
  /** Takes each record of the file, in order. */
  look(record: LogRecord): void;
  /** The session, and after it what stands between its lines: conversations of sub-agents. */
  conversations(): LogConversation[];
}

/** How one conversation of a log is read. */
export interface LogConversation {
  /** Default: all. */
  includes?(record: LogRecord): boolean;
  /** Begins to read; `log` takes the entries. */
  open(log: EntryLog): LogReader;
  /** What a reader of the first conversation alone should know of this one. */
  leftOut?: { place: string; lines: number };
}

/** Reads the records of a conversation in order; what it finds depends on nothing else. */
export interface LogReader {
  /** Throws `CorruptRecordError` for a record that cannot be read, which is then left out. */
  read(record: LogRecord): void;
  /** What is known at the end; reports what was left out on purpose. */
  end(warn: (message: string) => void): Pick<ParsedTranscript, 'title' | 'metadata'>;
}

/** A format whose files are logs. */
export interface LogFormat extends Pick<TranscriptFormat, 'name' | 'description' | 'detect'> {
  survey(source: Pick<TranscriptSource, 'file' | 'keepsRewound'>): LogSurvey;
}

/** The format of logs, read from memory or, with `survey`, line by line from anywhere. */
export function logFormat(format: LogFormat): TranscriptFormat {
  function surveyed(source: TranscriptSource): {
    records: LogRecord[];
    conversations: LogConversation[];
  } {
    const records = source.records().map((record, index) => ({ ...record, index }));
    const survey = format.survey(source);
    for (const record of records) survey.look(record);
    return { records, conversations: survey.conversations() };
  }

  return {
    ...format,
    parse(source) {
      const { records, conversations } = surveyed(source);
      const [first, ...others] = conversations;
      const aside = others.flatMap(({ leftOut = [] }) => leftOut);
      if (aside.length > 0) {
        const lines = aside.reduce((sum, each) => sum + each.lines, 0);
        source.warn(
          `${aside[0]?.place}: ${lines} lines of sub-agents were left out, from here on; they are ` +
            'conversations of their own.',
        );
      }
      return first === undefined ? { entries: [] } : readRecords(source, records, first);
    },
    *parseAll(source) {
      const { records, conversations } = surveyed(source);
      for (const each of conversations) yield readRecords(source, records, each);
    },
  };
}

function readRecords(
  source: TranscriptSource,
  records: readonly LogRecord[],
  { includes, open }: LogConversation,
): ParsedTranscript {
  const log = createEntryLog();
  const reader = open(log);
  const own = includes === undefined ? records : records.filter(includes);
  source.each(own, (record) => reader.read(record));
  return { entries: log.take(), ...reader.end(source.warn) };
}
