import type { EntryInput, JsonValue } from '@everlong/core';
import type { JsonRecord } from '../json/json-records.js';
import type { SurveyLog } from './log-survey.js';

/** A recorded conversation as entries that any store takes. */
export interface Transcript {
  /** The name of the format that the file was read as. */
  format: string;
  file?: string;
  /** In file order, but each tool result directly after the message that made its call. */
  entries: EntryInput[];
  title?: string;
  /** What the file says about the session: id, working directory, version of the program. */
  metadata?: Record<string, JsonValue>;
  /** Defects of the file that did not stop the import; empty for a sound file. */
  warnings: string[];
}

/** What a format gives back; `parseTranscript` adds the rest. */
export type ParsedTranscript = Pick<Transcript, 'entries' | 'title' | 'metadata'>;

/** The beginning of a file, to recognise its format by. */
export interface TranscriptSample {
  text: string;
  /** The first JSON values: of the lines, or the one value that the whole text is. */
  values: readonly unknown[];
}

/** A whole file, decompressed and decoded. */
export interface TranscriptSource {
  /** As given by the caller; absent for a text without a file. */
  file?: string;
  text: string;
  /**
   * Whether what the user took back by rewinding is wanted: its entries then have
   * `metadata.rewound`.
   */
  keepsRewound: boolean;
  /** The JSON values with their places; a line that is not JSON becomes a warning. */
  records(): readonly JsonRecord[];
  /**
   * Reads records one by one: one that `read` throws `CorruptRecordError` for becomes a warning.
   * Throws the first error where no record can be read.
   */
  each<Each extends JsonRecord>(records: readonly Each[], read: (record: Each) => void): void;
  /** Reports a defect that did not stop the import. */
  warn(message: string): void;
  /** The bytes of a file in the same folder, if there is one; `path` is relative. */
  readBeside?(path: string): Uint8Array | undefined;
}

/** A format: how to recognise it and how to read it. */
export interface TranscriptFormat {
  readonly name: string;
  /** How such a file looks, in a few words for error messages. */
  readonly description: string;
  /** A score for the sample being of this format: from 0 or `false` to 1 or `true`. */
  detect(sample: TranscriptSample): number | boolean;
  /** Throws `CorruptRecordError` with file and line where the file is not what it should be. */
  parse(source: TranscriptSource): ParsedTranscript;
  /** For files that hold several conversations: each of them. */
  parseAll?(source: TranscriptSource): Iterable<ParsedTranscript>;
  /** For logs: how they are read line by line. */
  survey?: SurveyLog;
  /** For exports of many conversations: reads one of them, the `index`th. */
  parseOne?(source: TranscriptSource, conversation: unknown, index: number): ParsedTranscript;
}
