import { stat } from 'node:fs/promises';
import { CorruptRecordError, type EntryInput } from '@everlong/core';
import { checkOptions, checkString } from '@everlong/core/internal';
import { findFormat, readError, requireMessages } from './choose-format.js';
import { readLog } from './entries/read-log.js';
import type { Transcript, TranscriptFormat, TranscriptSample } from './entries/transcript.js';
import { arrayItems } from './json/array-items.js';
import { sampleJsonValues } from './json/json-records.js';
import { type TextFile, textChunks } from './json/text-chunks.js';
import { createSource, parseTranscripts } from './parse-transcript.js';
import {
  cannotRead,
  placeOf,
  readTranscripts,
  type ReadTranscriptsOptions,
} from './read-transcript.js';

/** A recorded conversation that may be longer than memory. */
export interface TranscriptStream extends Omit<Transcript, 'entries'> {
  /** Reads the entries in order, from the first one at every call. */
  entries(): AsyncIterable<EntryInput>;
}

/** Options of `streamTranscripts`. */
export interface StreamTranscriptsOptions extends ReadTranscriptsOptions {
  /** Ends the reading. Default: none. */
  signal?: AbortSignal;
}

/** Texts up to this length are read at once; of longer ones this much tells the format. */
const HEAD_CHARACTERS = 2 ** 22;

/**
 * Reads all conversations of a file, as `readTranscripts` does, in memory that does not grow with its
 * messages: logs (`claude-code`, `codex`, `pi`, `everlong`) line by line, the lists of `chatgpt` and
 * `claude-ai` one conversation at a time. Files of other formats are read at once. Rejects as
 * `readTranscripts` does; where a list is damaged, behind the conversations before.
 */
export async function* streamTranscripts(
  path: string,
  options: StreamTranscriptsOptions = {},
): AsyncGenerator<TranscriptStream> {
  checkString('The path of streamTranscripts', path);
  checkOptions<StreamTranscriptsOptions>('streamTranscripts', options, {
    format: true,
    rewound: true,
    signal: true,
  });
  const { signal, ...others } = options;
  const { size: bytes } = await stat(path).catch((error: unknown) => {
    throw cannotRead(path, error);
  });
  yield* streamFile({ path, bytes, signal }, others, HEAD_CHARACTERS);
}

/** As `streamTranscripts`, with the length from which a file is streamed. */
export async function* streamFile(
  file: TextFile,
  options: ReadTranscriptsOptions,
  headCharacters: number,
): AsyncGenerator<TranscriptStream> {
  const { path } = file;
  const { text, isWhole } = await readHead(file, headCharacters);
  const isList = text.trimStart().startsWith('[');
  if (isWhole) {
    const all = parseTranscripts(text, { ...options, ...placeOf(path) });
    for (const each of all) yield held(each);
    return;
  }
  const values = isList ? [await firstItems(file)] : sampleJsonValues(text, SAMPLE_VALUES);
  const sample = { text, values };
  const format = findFormat(sample, options.format);
  const streamed = format && (isList ? streamList : streamLog)(file, format, options, sample);
  if (format === undefined || streamed === undefined) {
    for await (const each of readTranscripts(path, options)) yield held(each);
    return;
  }
  try {
    yield* streamed;
  } catch (error) {
    throw readError(format, { file: path }, error);
  }
}

/** Logs may begin with many lines that are not messages. */
const SAMPLE_VALUES = 60;

function held({ entries, ...transcript }: Transcript): TranscriptStream {
  return {
    ...transcript,
    async *entries() {
      yield* entries;
    },
  };
}

async function readHead(
  file: TextFile,
  headCharacters: number,
): Promise<{ text: string; isWhole: boolean }> {
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of textChunks(file)) {
      pieces.push(chunk);
      length += chunk.length;
      if (length > headCharacters) return { text: pieces.join(''), isWhole: false };
    }
    return { text: pieces.join(''), isWhole: true };
  } catch (error) {
    throw cannotRead(file.path, error);
  }
}

async function firstItems(file: TextFile): Promise<unknown[]> {
  try {
    for await (const items of arrayItems(textChunks(file), file.path)) return items;
  } catch (error) {
    // Whoever reads all of it says what is wrong.
    if (!CorruptRecordError.isInstance(error)) throw error;
  }
  return [];
}

/** The conversations of a log; `undefined` where the format is none of logs. */
function streamLog(
  file: TextFile,
  format: TranscriptFormat,
  { rewound = false }: ReadTranscriptsOptions,
  sample: TranscriptSample,
): AsyncGenerator<TranscriptStream> | undefined {
  const { name, survey } = format;
  if (survey === undefined) return undefined;
  return (async function* () {
    for await (const { isEmpty, ...each } of readLog(file, survey, rewound)) {
      requireMessages(format, sample, { file: file.path }, !isEmpty);
      yield { format: name, file: file.path, ...each };
    }
  })();
}

/** The conversations of an export, each when it was read; `undefined` for another list. */
function streamList(
  file: TextFile,
  { name, parseOne }: TranscriptFormat,
  options: ReadTranscriptsOptions,
): AsyncGenerator<TranscriptStream> | undefined {
  if (parseOne === undefined) return undefined;
  const { path } = file;
  return (async function* () {
    let index = 0;
    for await (const items of arrayItems(textChunks(file), path)) {
      for (const item of items) {
        const warnings: string[] = [];
        const source = createSource('', { ...options, file: path }, warnings);
        yield held({ format: name, file: path, ...parseOne(source, item, index++), warnings });
      }
    }
  })();
}
