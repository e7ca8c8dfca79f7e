import { isObject, parseJson } from '@everlong/core/internal';

import { headingOf, MAX_ANSWER_LENGTH, sectionNamed } from '../sections/parse-sections.js';
import { wholeLines } from '../reading/quote.js';

const OPERATION_KEYS = ['op', 'operation', 'action', 'change', 'kind', 'type'];
const SECTION_KEYS = ['section', 'heading'];
const ID_KEYS = ['id', 'item', 'target', 'line'];
const TEXT_KEYS = ['text', 'content', 'new', 'newText', 'new_text', 'value', 'task'];
const ENTRY_KEYS = ['entry', 'entries', 'evidence', 'seq', 'source'];
const operation = /^(?:add|close|supersede)/i;
const MAX_DEPTH = 4;

type Fields = Record<string, unknown>;

/**
 * An answer as lines of text, up to the last whole line within the limit. JSON, fenced or with text
 * around it, becomes lines: changes one per line, sections as headings with list items. Other text
 * stays unchanged.
 */
export function plainAnswer(answer: string): string {
  const isLong = answer.length > MAX_ANSWER_LENGTH;
  const text = isLong ? wholeLines(answer.slice(0, MAX_ANSWER_LENGTH)) : answer;
  const data = jsonIn(text);
  const lines = data === undefined ? [] : linesOf(data, 0);
  return lines.length === 0 ? text : lines.join('\n');
}

function jsonIn(text: string): unknown {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  if (start < 0 || end <= start) return undefined;
  const inner = text.slice(start, end + 1);
  const whole = parseData(inner);
  if (whole !== undefined) return whole;
  const objects = inner
    .split('\n')
    .map((line) => parseData(line.trim().replace(/,$/, '')))
    .filter((line) => isObject(line));
  return objects.length === 0 ? undefined : objects;
}

/** The list or object of JSON text. */
function parseData(text: string): unknown {
  return /^[[{]/.test(text) ? parseJson(text) : undefined;
}

function linesOf(data: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(data)) return data.flatMap((item) => linesOf(item, depth + 1));
  if (typeof data === 'string') return data.split('\n');
  if (!isObject(data)) return [];
  const asked = valueOf(data, OPERATION_KEYS);
  if (typeof asked === 'string' && operation.test(asked)) return [changeLine(asked, data)];
  return Object.entries(data).flatMap(([key, value]) => {
    if (operation.test(key)) {
      return listOf(value).map((item) =>
        isObject(item) ? changeLine(key, item) : `${key} ${plainValue(item)}`,
      );
    }
    const title = key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
    const section = sectionNamed(title) ?? headingOf(`## ${title}`)?.name;
    if (section === undefined)
      return isObject(value) || Array.isArray(value) ? linesOf(value, depth + 1) : [];
    return [`## ${section}`, ...listOf(value).map((item) => `- ${plainValue(item)}`)];
  });
}

function changeLine(asked: string, data: Fields): string {
  const id = plainValue(valueOf(data, ID_KEYS));
  const text = plainValue(valueOf(data, TEXT_KEYS));
  const section = plainValue(valueOf(data, SECTION_KEYS));
  const marks = listOf(valueOf(data, ENTRY_KEYS))
    .flatMap((entry) => [...plainValue(entry).matchAll(/\d+/g)].map(([seq]) => `#${seq}`))
    .filter((mark) => !text.includes(mark));
  const evidence = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return /^add/i.test(asked)
    ? `ADD ${section}: ${text}${evidence}`
    : `${asked} ${id}${text === '' ? '' : `: ${text}`}${evidence}`;
}

function valueOf(data: Fields, keys: readonly string[]): unknown {
  const key = keys.find((name) => Object.hasOwn(data, name));
  return key === undefined ? undefined : data[key];
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** One line: the text itself, a number, or the texts of an object in sequence. */
function plainValue(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\s*\n\s*/g, ' ');
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  return Object.values(value)
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map(plainValue)
    .join(': ');
}
