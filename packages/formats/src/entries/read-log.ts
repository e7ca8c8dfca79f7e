import { CorruptRecordError, type EntryInput } from '@everlong/core';
import { createLineParser } from '../json/json-records.js';
import { type TextFile, textChunks, textLines } from '../json/text-chunks.js';
import { createEntryLog } from './entry-log.js';
import type { LogConversation, LogRecord, SurveyLog } from './log-survey.js';
import type { ParsedTranscript } from './transcript.js';

/** A conversation of a log, read as it is asked for. */
export interface StreamedConversation extends Omit<ParsedTranscript, 'entries'> {
  warnings: string[];
  isEmpty: boolean;
  /** Reads the entries in order, from the first one at every call. */
  entries(): AsyncIterable<EntryInput>;
}

/**
 * The conversations of a log of any length. It is read three times: to know what is in it, to know
 * which record is the last that adds to a message (a result may come long after its call), and to hand
 * on each message when that record was read.
 */
export async function* readLog(
  file: TextFile,
  surveyLog: SurveyLog,
  keepsRewound: boolean,
): AsyncGenerator<StreamedConversation> {
  const survey = surveyLog({ file: file.path, keepsRewound });
  const parser = createLineParser(file.path);
  for await (const records of logRecords(file, parser)) {
    for (const record of records) survey.look(record);
  }
  const damages = parser.end();
  for (const group of readTogether(survey.conversations())) {
    const held = await holdRecords(file, group);
    for (const conversation of group) {
      const own = held?.get(conversation);
      const records: Records = () => (own === undefined ? logRecords(file) : asStream(own));
      const { ends, warnings, ...about } = await findEnds(records, conversation);
      yield {
        ...about,
        warnings: [...damages.splice(0), ...warnings],
        isEmpty: ends.length === 0,
        entries: () => readEntries(records, conversation, ends),
      };
    }
  }
}

/** The records of a log, from the first one at every call. */
type Records = () => AsyncIterable<LogRecord[]>;

/** What is held of short conversations, of which a log may have hundreds, to read it once for many. */
const HELD_CHARACTERS = 2 ** 22;

/** Conversations in groups that are short enough to be held together; a long one is alone. */
function readTogether(conversations: readonly LogConversation[]): LogConversation[][] {
  const groups: LogConversation[][] = [];
  let size = Infinity;
  for (const conversation of conversations) {
    const { characters = Infinity } = conversation.aside ?? {};
    if (size + characters > HELD_CHARACTERS) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(conversation);
    size += characters;
  }
  return groups;
}

/** The records of each conversation of a group; `undefined` for a long one. */
async function holdRecords(
  file: TextFile,
  group: readonly LogConversation[],
): Promise<Map<LogConversation, LogRecord[]> | undefined> {
  if (group.some(({ aside }) => (aside?.characters ?? Infinity) > HELD_CHARACTERS))
    return undefined;
  const held = new Map(group.map((each): [LogConversation, LogRecord[]] => [each, []]));
  for await (const records of logRecords(file)) {
    for (const record of records) {
      for (const [{ includes }, own] of held) if (includes?.(record) !== false) own.push(record);
    }
  }
  return held;
}

async function* asStream(records: LogRecord[]): AsyncGenerator<LogRecord[]> {
  yield records;
}

async function* logRecords(
  file: TextFile,
  parser = createLineParser(file.path),
): AsyncGenerator<LogRecord[]> {
  let index = 0;
  for await (const lines of textLines(textChunks(file))) {
    yield lines.flatMap((line) =>
      parser.read(line).map((record) => ({ ...record, index: index++, characters: line.length })),
    );
  }
}

/** For each message in order: the record that adds to it last. */
async function findEnds(all: Records, { includes, open }: LogConversation) {
  const ends: number[] = [];
  let at = 0;
  const log = createEntryLog({ onTouch: (slot) => (ends[slot] = at), keepsEntries: false });
  const reader = open(log);
  const damages: CorruptRecordError[] = [];
  let count = 0;
  for await (const records of all()) {
    for (const record of records) {
      if (includes?.(record) === false) continue;
      count++;
      at = record.index;
      try {
        reader.read(record);
      } catch (error) {
        if (!CorruptRecordError.isInstance(error)) throw error;
        damages.push(error);
      }
    }
  }
  const [first] = damages;
  if (first !== undefined && damages.length === count) throw first;
  const warnings = damages.map(({ message }) => `left out: ${message}`);
  const about = reader.end((warning) => warnings.push(warning));
  return { ...about, ends, warnings };
}

async function* readEntries(
  all: Records,
  { includes, open }: LogConversation,
  ends: readonly number[],
): AsyncGenerator<EntryInput> {
  const log = createEntryLog();
  const reader = open(log);
  for await (const records of all()) {
    for (const record of records) {
      if (includes?.(record) === false) continue;
      try {
        reader.read(record);
      } catch (error) {
        if (!CorruptRecordError.isInstance(error)) throw error;
      }
    }
    const at = records.at(-1)?.index ?? -1;
    yield* log.take((slot) => (ends[slot] ?? 0) <= at);
  }
  yield* log.take();
}
