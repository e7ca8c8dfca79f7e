import type { JsonValue } from '@everlong/core';
import type { JsonRecord } from '../json/json-records.js';
import type { EntryLog } from './entry-log.js';

/** A line of a log. */
export interface LogRecord extends JsonRecord {
  /** Its place among the values of the file, from 0. */
  index: number;
  /** The length of its line. */
  characters: number;
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
  /** For all but the first conversation: where it begins, and how long it is. */
  aside?: { place: string; lines: number; characters: number };
}

/** Reads the records of a conversation in order; what it finds depends on nothing else. */
export interface LogReader {
  /** Throws `CorruptRecordError` for a record that cannot be read, which is then left out. */
  read(record: LogRecord): void;
  /** What is known at the end; reports what was left out on purpose. */
  end(warn: (message: string) => void): { title?: string; metadata?: Record<string, JsonValue> };
}

/** Begins to look at a log. */
export type SurveyLog = (source: { file?: string; keepsRewound: boolean }) => LogSurvey;
