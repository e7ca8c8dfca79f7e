import {
  type AssistantMessage,
  type MessagePart,
  type ModelMessage,
  toolOutputText,
  type ToolResultOutput,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { extractValues, holdsValue } from '@everlong/summarizer';

import { STOP_WORDS } from './stop-words.js';

/** How far from a value on its line a word counts as its context. */
const CUE_REACH_CHARACTERS = 160;

/** Facts of one text, computed on first use and cached. */
export interface TextFacts {
  readonly text: string;
  /** Whether the text holds the value whole. */
  holds(value: string): boolean;
  /**
   * The words that tell what the value is for: of 4 letters or more, lower-cased, no stop words,
   * not inside any value, within 160 characters of the value on its line, wherever it is.
   */
  cues(value: string): ReadonlySet<string>;
}

export function createTextFacts(text: string): TextFacts {
  const held = new Map<string, boolean>();
  const cued = new Map<string, ReadonlySet<string>>();
  let words: Word[] | undefined;

  return {
    text,
    holds(value) {
      let found = held.get(value);
      if (found === undefined) held.set(value, (found = holdsValue(text, value)));
      return found;
    },
    cues(value) {
      let found = cued.get(value);
      if (found === undefined) {
        words ??= plainWords(text);
        cued.set(value, (found = cuesOf(text, value, words)));
      }
      return found;
    },
  };
}

interface Word {
  start: number;
  end: number;
  text: string;
}

/** The words that can be cues, in order. */
function plainWords(text: string): Word[] {
  const values = extractValues(text);
  const words: Word[] = [];
  let next = 0;
  for (const match of text.matchAll(/\p{L}{4,}/gu)) {
    const start = match.index;
    const end = start + match[0].length;
    while ((values[next]?.end ?? Infinity) <= start) next++;
    if ((values[next]?.start ?? Infinity) < end) continue;
    const word = match[0].toLowerCase();
    if (!STOP_WORDS.has(word)) words.push({ start, end, text: word });
  }
  return words;
}

function cuesOf(text: string, value: string, words: readonly Word[]): ReadonlySet<string> {
  const cues = new Set<string>();
  let index = 0;
  for (const at of wholeOccurrences(text, value)) {
    const end = at + value.length;
    const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - CUE_REACH_CHARACTERS);
    const lineEnd = text.indexOf('\n', end);
    const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + CUE_REACH_CHARACTERS);
    // Occurrences come in order, so that words before this window are before all later ones.
    index = firstFrom(words, from, index);
    for (let next = index; next < words.length; next++) {
      const word = words[next];
      if (word === undefined || word.end > to) break;
      if (word.end <= at || word.start >= end) cues.add(word.text);
    }
  }
  return cues;
}

function firstFrom(words: readonly Word[], from: number, low: number): number {
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Enough of the surroundings to see whether an occurrence is whole. */
const BOUNDARY_CHARACTERS = 8;

/** Where the value is whole in the text, in order. */
function* wholeOccurrences(text: string, value: string): Generator<number> {
  if (value === '') return;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const from = Math.max(0, at - BOUNDARY_CHARACTERS);
    if (holdsValue(text.slice(from, at + value.length + BOUNDARY_CHARACTERS), value)) yield at;
  }
}

/**
 * Everything that a model reads of a message: texts, reasoning, the names and inputs of calls, the
 * outputs of results. JSON is written as `key: value` lines with unescaped strings.
 */
export function readableText(message: ModelMessage): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map(partText).join('\n');
}

/**
 * What the model itself wrote: its texts, and the strings and numbers it gave to tools, no keys.
 */
export function writtenText(message: AssistantMessage): string {
  if (typeof message.content === 'string') return message.content;
  const lines: string[] = [];
  for (const part of message.content) {
    if (part.type === 'text' || part.type === 'reasoning') lines.push(part.text);
    else if (part.type === 'tool-call') pushLeaves(part.input, lines);
  }
  return lines.join('\n');
}

/** The strings in a JSON value, in order, without keys. */
export function stringLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringLeaves);
}

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'tool-call':
      return `${part.toolName}\n${leafText(part.input)}`;
    case 'tool-result':
      return outputText(part.output);
    case 'file':
      return part.filename ?? part.mediaType;
    default:
      return '';
  }
}

function outputText(output: ToolResultOutput): string {
  if (output.type === 'json' || output.type === 'error-json') return leafText(output.value);
  if (output.type !== 'content') return toolOutputText(output);
  return output.value.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
}

function leafText(value: unknown): string {
  const lines: string[] = [];
  pushLeaves(value, lines, '');
  return lines.join('\n');
}

/** Strings, numbers and booleans in order; with their key where `key` is given. */
function pushLeaves(value: unknown, lines: string[], key?: string): void {
  if (typeof value === 'object' && value !== null) {
    if (key !== undefined && key !== '') lines.push(`${key}:`);
    for (const [name, item] of Object.entries(value)) {
      const inner = Array.isArray(value) ? key : name;
      pushLeaves(item, lines, key === undefined ? undefined : inner);
    }
  } else if (value !== undefined && value !== null) {
    const text = typeof value === 'string' ? value : jsonText(value);
    lines.push(key === undefined || key === '' ? text : `${key}: ${text}`);
  }
}
