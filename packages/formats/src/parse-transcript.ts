import { CorruptRecordError, UnsupportedFormatError } from '@everlong/core';
import { checkOptions, definedFields, showValue } from '@everlong/core/internal';
import {
  findFormat,
  chooseFormat,
  parseWith,
  requireMessages,
  sampleText,
} from './choose-format.js';
import { checkText, decodeText } from './json/decode-text.js';
import { type JsonRecord, parseJsonRecords } from './json/json-records.js';
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
  requireMessages(format, sample, source, parsed.entries.length > 0);
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
  requireMessages(format, sample, source, count > 0);
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
  const sample = sampleText(text);
  const format = chooseFormat(sample, options);
  const warnings: string[] = [];
  return { format, sample, source: createSource(text, options, warnings), warnings };
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
  return findFormat(sampleText(textOf(input)))?.name;
}

function textOf(input: string | Uint8Array, file?: string): string {
  if (typeof input === 'string') return checkText(input, file);
  if ((input as unknown) instanceof Uint8Array) return decodeText(input, file);
  throw new UnsupportedFormatError(
    `A transcript is a string or the bytes of one, not ${showValue(input)}. Read its file first, ` +
      'or name it to readTranscript().',
  );
}

/** A source of a text; what is reported goes to the warnings. */
export function createSource(
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
