import { CorruptRecordError } from '@everlong/core';
import { parseJson } from '@everlong/core/internal';

import { excerpt } from './excerpt.js';

/** A JSON value of a file and its place, as `file:line`. */
export interface JsonRecord {
  value: unknown;
  place: string;
}

export interface JsonRecords {
  records: JsonRecord[];
  warnings: string[];
}

/** The name in messages of a text that is not from a file. */
export const UNNAMED = '(text)';

/**
 * The JSON values of a text: one value that spans the whole text, or one on each line. A line may
 * hold several values without a separator, as a program leaves it that was stopped before the
 * line break. Blank lines count as none. What cannot be read becomes a warning that names its line;
 * where that is more than half of the lines, or a list, it throws `CorruptRecordError`.
 */
export function parseJsonRecords(text: string, file = UNNAMED): JsonRecords {
  const document = parseDocument(text);
  if (document !== undefined) {
    return { records: [{ value: document, place: `${file}:1` }], warnings: [] };
  }

  const parser = createLineParser(file);
  const records: JsonRecord[] = [];
  for (const line of text.split('\n')) {
    // One by one: a line may hold more values than a call takes arguments.
    for (const record of parser.read(line)) records.push(record);
  }
  return { records, warnings: parser.end() };
}

/** Parses a text line by line. */
export interface LineParser {
  /** The values of the next line. */
  read(line: string): JsonRecord[];
  /** What could not be read; throws `CorruptRecordError` where that is too much. */
  end(): string[];
}

export function createLineParser(file = UNNAMED): LineParser {
  const damages: { place: string; rest: string; line: number }[] = [];
  let number = 0;
  /** Lines that are not blank, the last of them, and how many values there were. */
  let count = 0;
  let last = 0;
  let values = 0;
  let isList = false;
  return {
    read(line) {
      number++;
      if (line.trim() === '') return [];
      if (count++ === 0) isList = line.trimStart().startsWith('[');
      last = number;
      const place = `${file}:${number}`;
      const parsed = parseLine(line);
      values += parsed.values.length;
      if (parsed.rest !== '') damages.push({ place, rest: show(parsed.rest), line: number });
      return parsed.values.map((value) => ({ value, place }));
    },
    end() {
      const [damage] = damages;
      // A document that is torn has lines that can be read as well: a list, or most lines are no JSON.
      const isDocument = isList || damages.length > count - damages.length;
      if (damage !== undefined && (values === 0 || isDocument)) {
        throw new CorruptRecordError(
          damage.place,
          `not JSON: ${damage.rest}. Export it again: too little of it can be read.`,
        );
      }
      return damages.map(({ place, rest, line }) => {
        const problem = line === last ? 'the last line is torn' : 'this line is not JSON';
        return `${place}: ${problem} and was left out: ${rest}`;
      });
    },
  };
}

/** With this many other lines before enough JSON, a text is not a log of JSON lines. */
const MAX_OTHER_LINES = 1000;

/**
 * The first values of a text, at most `limit`, leaving out lines that are not JSON, of which it
 * passes at most 1,000. Never throws.
 */
export function sampleJsonValues(text: string, limit: number): unknown[] {
  const whole = parseDocument(text);
  if (whole !== undefined) return [whole];
  const values: unknown[] = [];
  let otherLines = 0;
  const visible = /\S/g;
  while (values.length < limit && otherLines < MAX_OTHER_LINES) {
    const start = visible.exec(text)?.index;
    if (start === undefined) break;
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end);
    const found = parseLine(line, limit - values.length).values;
    if (found.length === 0) otherLines++;
    values.push(...found);
    visible.lastIndex = start + line.length;
  }
  return values;
}

/** The value of a text that is one JSON object or array, on one line or on many. */
function parseDocument(text: string): unknown {
  const document = text.trim();
  if (!document.startsWith('[') && !document.startsWith('{')) return undefined;
  // No conversation is nested as deeply, and finding out takes seconds.
  if (document.startsWith('['.repeat(5000))) return undefined;
  // JSON lines show in the first one, so that a long log is not parsed twice.
  const lineBreak = document.indexOf('\n');
  const isJsonLines = lineBreak >= 0 && parseJson(document.slice(0, lineBreak)) !== undefined;
  return isJsonLines ? undefined : parseJson(document);
}

/** The values of a line, at most `limit`, and what is left of it. */
function parseLine(line: string, limit = Infinity): { values: unknown[]; rest: string } {
  const value = parseJson(line);
  if (value !== undefined) return { values: [value], rest: '' };
  const values: unknown[] = [];
  let start = 0;
  while (values.length < limit) {
    while (/\s/.test(line.charAt(start))) start++;
    const end = endOfObject(line, start);
    const object = end === undefined ? undefined : parseJson(line.slice(start, end));
    if (end === undefined || object === undefined) break;
    values.push(object);
    start = end;
  }
  return { values, rest: line.slice(start) };
}

/** Where the object ends that begins at a place of the text, if one begins there and ends. */
function endOfObject(text: string, start: number): number | undefined {
  if (text[start] !== '{') return undefined;
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return undefined;
}

function show(text: string): string {
  return JSON.stringify(excerpt(text.trim(), 60));
}
