import { CorruptRecordError, EverlongError, UnsupportedFormatError } from '@everlong/core';
import { jsonText, showValue } from '@everlong/core/internal';
import type { TranscriptFormat, TranscriptSample, TranscriptSource } from './entries/transcript.js';
import { excerpt } from './json/excerpt.js';
import { sampleJsonValues, UNNAMED } from './json/json-records.js';
import { transcriptFormats } from './readers/formats.js';

/** The lowest score with which a file is read as a format. */
const MIN_SCORE = 0.5;

/** Logs may begin with many lines that are not messages. */
const SAMPLE_VALUES = 60;

/** The format that is asked for, else the one that fits; throws `UnsupportedFormatError`. */
export function chooseFormat(
  sample: TranscriptSample,
  { format: name, file }: { format?: string; file?: string },
): TranscriptFormat {
  const format = findFormat(sample, name);
  if (format === undefined) throw unknownFormat(sample, file);
  return format;
}

/** The format of a name, else the one that fits if there is any. */
export function findFormat(sample: TranscriptSample, name?: string): TranscriptFormat | undefined {
  return name === undefined ? bestFormat(sample) : formatNamed(name);
}

/** The beginning of a whole text. */
export function sampleText(text: string): TranscriptSample {
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

/** A format that was asked for by name may not be that of the file. */
export function requireMessages(
  format: TranscriptFormat,
  sample: TranscriptSample,
  { file = UNNAMED }: Pick<TranscriptSource, 'file'>,
  hasMessages: boolean,
): void {
  if (hasMessages || score(format, sample) >= MIN_SCORE) return;
  throw new UnsupportedFormatError(
    `${file} holds no message in the format "${format.name}" (${format.description}). ` +
      'Leave the format out to detect it.',
  );
}

/** A shape that a reader did not expect is a defect of the file, not of the caller. */
export function parseWith<Result>(
  format: TranscriptFormat,
  source: Pick<TranscriptSource, 'file'>,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    throw readError(format, source, error);
  }
}

/** What to throw for an error that a reader threw. */
export function readError(
  { name, description }: TranscriptFormat,
  { file = UNNAMED }: Pick<TranscriptSource, 'file'>,
  error: unknown,
): unknown {
  if (EverlongError.isInstance(error)) return error;
  return new CorruptRecordError(
    file,
    `cannot be read as ${name} (${description}): ` +
      (error instanceof Error ? error.message : String(error)),
    error,
  );
}
