import { CorruptRecordError, EverlongError, UnsupportedFormatError } from '@everlong/core';
import { checkOptions, definedFields, jsonText, showValue } from '@everlong/core/internal';
import { checkText, decodeText } from './json/decode-text.js';
import { excerpt } from './json/excerpt.js';
import { transcriptFormats } from './readers/formats.js';
import {
  type JsonRecord,
  parseJsonRecords,
  sampleJsonValues,
  UNNAMED,
} from './json/json-records.js';
import type {
  ParsedTranscript,
  Transcript,
  TranscriptFormat,
  TranscriptSample,
  TranscriptSource,
} from './entries/transcript.js';

/** Options of `parseTranscript`. */
export interface ParseTranscriptOptions {
  /** Where the text came from; shown in the transcript and in errors. */
  file?: string;
  /** The name of the format. Default: detected. */
  format?: string;
  /** Reads what a transcript refers to by a relative path; without it such files are only named. */
  readBeside?: (path: string) => Uint8Array | undefined;
}

/** The lowest score with which a file is read as a format. */
const MIN_SCORE = 0.5;

/** Logs may begin with many lines that are not messages. */
const SAMPLE_VALUES = 60;

/**
 * Reads a recorded conversation from its text or bytes (gzipped or not). Throws
 * `UnsupportedFormatError` when no format fits, listing those there are, and `CorruptRecordError`
 * with file and line when a file of a known format is damaged; for an option that it does not have
 * `ConfigError`.
 */
export function parseTranscript(
  input: string | Uint8Array,
  options: ParseTranscriptOptions = {},
): Transcript {
  checkOptions<ParseTranscriptOptions>('parseTranscript', options, {
    file: true,
    format: true,
    readBeside: true,
  });
  const { format, sample, source, warnings } = openSource(input, options);
  const parsed = parseWith(format, source, () => format.parse(source));
  requireMessages(format, sample, source, parsed.entries.length);
  return transcriptOf(format, source, parsed, warnings);
}

/** Options of `parseTranscripts`. */
export interface ParseTranscriptsOptions extends ParseTranscriptOptions {
  /**
   * Reads what the user took back by rewinding as well, its entries with `metadata.rewound`.
   * Default `false`.
   */
  rewound?: boolean;
}

/**
 * Reads all conversations of a text or bytes: those of an export, and the sub-agents whose messages
 * stand between those of a session. Throws as `parseTranscript` does.
 */
export function* parseTranscripts(
  input: string | Uint8Array,
  options: ParseTranscriptsOptions = {},
): Generator<Transcript> {
  checkOptions<ParseTranscriptsOptions>('parseTranscripts', options, {
    file: true,
    format: true,
    readBeside: true,
    rewound: true,
  });
  const { format, sample, source, warnings } = openSource(input, options);
  const all = parseWith(format, source, () =>
    (format.parseAll?.(source) ?? [format.parse(source)])[Symbol.iterator](),
  );
  let count = 0;
  for (;;) {
    const { value, done } = parseWith(format, source, () => all.next());
    if (done === true) break;
    count += value.entries.length;
    yield transcriptOf(format, source, value, warnings.splice(0));
  }
  requireMessages(format, sample, source, count);
}

interface OpenedSource {
  format: TranscriptFormat;
  sample: TranscriptSample;
  source: TranscriptSource;
  warnings: string[];
}

function openSource(input: string | Uint8Array, options: ParseTranscriptsOptions): OpenedSource {
  const { file } = options;
  const text = textOf(input, file);
  const sample = sampleOf(text);
  const format = options.format === undefined ? bestFormat(sample) : formatNamed(options.format);
  if (format === undefined) throw unknownFormat(sample, file);

  const warnings: string[] = [];
  return { format, sample, source: createSource(text, options, warnings), warnings };
}

/** A format that was asked for by name may not be that of the file. */
function requireMessages(
  format: TranscriptFormat,
  sample: TranscriptSample,
  { file = UNNAMED }: TranscriptSource,
  count: number,
): void {
  if (count > 0 || score(format, sample) >= MIN_SCORE) return;
  throw new UnsupportedFormatError(
    `${file} holds no message in the format "${format.name}" (${format.description}). ` +
      'Leave the format out to detect it.',
  );
}

function transcriptOf(
  format: TranscriptFormat,
  { file }: TranscriptSource,
  parsed: ParsedTranscript,
  warnings: string[],
): Transcript {
  return { format: format.name, ...definedFields({ file }), ...parsed, warnings };
}

/** The name of the format that a text or a file's bytes are in, if there is one that fits. */
export function detectFormat(input: string | Uint8Array): string | undefined {
  return bestFormat(sampleOf(textOf(input)))?.name;
}

function textOf(input: string | Uint8Array, file?: string): string {
  if (typeof input === 'string') return checkText(input, file);
  if ((input as unknown) instanceof Uint8Array) return decodeText(input, file);
  throw new UnsupportedFormatError(
    `A transcript is a string or the bytes of one, not ${showValue(input)}. Read its file first, ` +
      'or name it to readTranscript().',
  );
}

function sampleOf(text: string): TranscriptSample {
  return { text: text.slice(0, 65_536), values: sampleJsonValues(text, SAMPLE_VALUES) };
}

/** The format with the highest score; of equals, the first in the list. */
function bestFormat(sample: TranscriptSample): TranscriptFormat | undefined {
  let best: TranscriptFormat | undefined;
  let bestScore = 0;
  for (const format of transcriptFormats) {
    const formatScore = score(format, sample);
    if (formatScore >= MIN_SCORE && formatScore > bestScore) {
      best = format;
      bestScore = formatScore;
    }
  }
  return best;
}

function score(format: TranscriptFormat, sample: TranscriptSample): number {
  return Number(format.detect(sample));
}

function formatNamed(name: string): TranscriptFormat {
  const format = transcriptFormats.find((candidate) => candidate.name === name);
  if (format !== undefined) return format;
  throw new UnsupportedFormatError(
    `There is no transcript format ${showValue(name)}. The formats are:\n${knownFormats()}`,
  );
}

function unknownFormat({ text, values }: TranscriptSample, file = UNNAMED): EverlongError {
  if (values.length === 0 && /^\s*[[{]/.test(text)) {
    return new CorruptRecordError(
      file,
      'begins like JSON but is not. Repair it or export it again.',
    );
  }
  const found = values.length === 0 ? 'is not JSON' : `begins with ${excerpt(jsonText(values[0]))}`;
  return new UnsupportedFormatError(
    `${file} is no transcript that can be read: it ${found}. The formats are:\n${knownFormats()}`,
  );
}

function knownFormats(): string {
  return transcriptFormats.map(({ name, description }) => `  ${name}: ${description}`).join('\n');
}

function createSource(
  text: string,
  { file, readBeside, rewound = false }: ParseTranscriptsOptions,
  warnings: string[],
): TranscriptSource {
  let records: JsonRecord[] | undefined;
  return {
    text,
    ...definedFields({ file, readBeside }),
    keepsRewound: rewound,
    warn: (message) => warnings.push(message),
    each(all, read) {
      const damages: CorruptRecordError[] = [];
      for (const record of all) {
        try {
          read(record);
        } catch (error) {
          if (!CorruptRecordError.isInstance(error)) throw error;
          damages.push(error);
        }
      }
      const [first] = damages;
      if (first !== undefined && damages.length === all.length) throw first;
      warnings.push(...damages.map(({ message }) => `left out: ${message}`));
    },
    records() {
      if (records === undefined) {
        const parsed = parseJsonRecords(text, file);
        warnings.push(...parsed.warnings);
        records = parsed.records;
      }
      return records;
    },
  };
}

/** A shape that a reader did not expect is a defect of the file, not of the caller. */
function parseWith<Result>(
  format: TranscriptFormat,
  source: TranscriptSource,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (EverlongError.isInstance(error)) throw error;
    throw new CorruptRecordError(
      source.file ?? UNNAMED,
      `cannot be read as ${format.name} (${format.description}): ` +
        (error instanceof Error ? error.message : String(error)),
      error,
    );
  }
}
