import { fieldsOf } from '@everlong/core/internal';

import type { ServerLimits } from '../config/server-limits.js';
import { problem } from '../http/problem.js';

type Limits = Pick<ServerLimits, 'maxMessageParts' | 'maxTextBytes'>;

/**
 * Throws the answer 413 to a message with too many parts, or with too much text; returns the bytes
 * of its text.
 */
export function requireMessageSize(item: unknown, param: string, limits: Limits): number {
  const message = fieldsOf(fieldsOf(item).message ?? item);
  const { content, parts = content } = message;
  const count = Math.max(Array.isArray(parts) ? parts.length : 0, Object.keys(message).length);
  if (count > limits.maxMessageParts) {
    throw problem(413, {
      code: 'too_many_parts',
      detail: `A message has at most ${limits.maxMessageParts} parts, and as many members, not ${count}. Send several messages.`,
      param,
    });
  }
  return requireTextSize(item, param, limits);
}

/** Throws the answer 413 to a list or an object with more tools than that, or with too much text. */
export function requireToolsSize(tools: object | undefined, limits: Limits): void {
  const count = Object.keys(tools ?? []).length;
  if (count > limits.maxMessageParts) {
    throw problem(413, {
      code: 'too_many_tools',
      detail: `A request has at most ${limits.maxMessageParts} tools, not ${count}.`,
      param: 'tools',
    });
  }
  requireTextSize(tools, 'tools', limits);
}

/** Throws the answer 413 to more text than that; returns its bytes, without the content of files. */
export function requireTextSize(value: unknown, param: string, { maxTextBytes }: Limits): number {
  const bytes = textBytes(value);
  if (bytes <= maxTextBytes) return bytes;
  throw tooMuchText(param, maxTextBytes);
}

/** The messages of an append have so many times the text of one. */
const APPEND_TEXTS = 8;

/** Adds up the messages of an append, one after the other; throws the answer 413 as well. */
export function createAppendSize(limits: Limits): (index: number, item: unknown) => void {
  const most = APPEND_TEXTS * limits.maxTextBytes;
  let sum = 0;
  return (index, item) => {
    sum += requireMessageSize(item, `messages.${index}`, limits);
    if (sum > most) throw tooMuchText('messages', most);
  };
}

function tooMuchText(param: string, most: number): Error {
  const detail = `${param} has more than ${most} bytes of text. Shorten it, or send it in several requests.`;
  return problem(413, { code: 'text_too_large', detail, param });
}

/** Bytes of all strings, member names included; without the content of files unless asked for. */
export function textBytes(value: unknown, withFiles = false): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return withFiles ? value.length : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const isFile = !withFiles && isFilePart(fieldsOf(value));
  let sum = 0;
  for (const [name, item] of Object.entries(value)) {
    sum += name.length;
    if (!(isFile && CONTENTS.has(name) && isContent(item))) sum += textBytes(item, withFiles);
  }
  return sum;
}

/** Members of a part that hold a file's content. */
const CONTENTS: ReadonlySet<string> = new Set(['data', 'image', 'url']);

/** Tells whether it is a part that holds a file. */
function isFilePart({ type, mediaType }: { type?: unknown; mediaType?: unknown }): boolean {
  return type === 'image' || typeof mediaType === 'string';
}

/** Bytes, base64 or a URL, possibly tagged; the text of a text file is not. */
function isContent(item: unknown): boolean {
  return typeof item === 'string' || fieldsOf(item).type !== 'text';
}
