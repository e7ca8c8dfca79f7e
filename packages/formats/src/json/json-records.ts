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

  const records: JsonRecord[] = [];
  const warnings: string[] = [];
  let damage: { place: string; rest: string } | undefined;
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    const { values, rest } = parseLine(line);
    for (const value of values) records.push({ value, place });
    if (rest === '') continue;
    damage ??= { place, rest };
    const problem = index === last ? 'the last line is torn' : 'this line is not JSON';
    warnings.push(`${place}: ${problem} and was left out: ${show(rest)}`);
  }
  // A document that is torn has lines that can be read as well: a list, or most lines are no JSON.
  const whole = lines.filter((line) => line.trim() !== '').length - warnings.length;
  const isDocument = text.trimStart().startsWith('[') || warnings.length > whole;
  if (damage !== undefined && (records.length === 0 || isDocument)) {
    throw new CorruptRecordError(
      damage.place,
      `not JSON: ${show(damage.rest)}. Export it again: too little of it can be read.`,
    );
  }
  return { records, warnings };
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
