import { showValue } from '@everlong/core/internal';
import type { MiddlewareHandler } from 'hono';

import type { ServerLimits } from '../config/server-limits.js';
import { othersTurn } from './others-turn.js';
import { problem } from './problem.js';
import type { ServerEnv } from './server-env.js';

/**
 * The route to which a page sends its whole conversation, and how many times as many values it
 * takes.
 */
const CHAT = '/v1/chat';
const CHAT_VALUES = 4;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

/**
 * Reads a request's body within the limits and checks that it is UTF-8 JSON of bounded depth and
 * with a bounded number of values. An empty body is an object without fields.
 */
export function createJsonBody(limits: ServerLimits): MiddlewareHandler<ServerEnv> {
  return async function jsonBody(c, next) {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    requirePlain(c.req.header('content-encoding'));
    const bytes = await readBody(c.req.raw, limits.maxBodyBytes);
    const text = decodeText(bytes);
    if (text !== '') requireJsonType(c.req.header('content-type'));
    await othersTurn(bytes.length);
    const maxValues = limits.maxJsonValues * (c.req.path === CHAT ? CHAT_VALUES : 1);
    const value = text === '' ? {} : parseJson(text, { ...limits, maxJsonValues: maxValues });
    await othersTurn(bytes.length);
    c.set('body', { size: bytes.length, text, value });
    return next();
  };
}

function requirePlain(encoding: string | undefined): void {
  if (encoding === undefined || /^\s*(?:identity)?\s*$/i.test(encoding)) return;
  throw problem(415, {
    code: 'unsupported_encoding',
    detail: `The body has the Content-Encoding ${showValue(encoding)}. Send it as it is, without compression.`,
    headers: { 'accept-encoding': 'identity' },
  });
}

function tooLarge(maxBodyBytes: number) {
  return problem(413, {
    code: 'body_too_large',
    detail: `A request's body has at most ${maxBodyBytes} bytes. Send it in several requests.`,
    headers: { connection: 'close' },
  });
}

/** Reads a body of known length at once: a stream costs more than the rest of a small request. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    if (Number(announced) > maxBytes) throw tooLarge(maxBytes);
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > maxBytes) throw tooLarge(maxBytes);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw problem(400, { code: 'invalid_encoding', detail: 'The body is not UTF-8.' });
  }
}

function requireJsonType(type: string | undefined): void {
  if (type !== undefined && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) return;
  throw problem(415, {
    code: 'unsupported_media_type',
    detail: `The body must be JSON: send "Content-Type: application/json", not ${JSON.stringify(type ?? '')}.`,
  });
}

function parseJson(text: string, limits: ServerLimits) {
  requireShape(text, limits);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problem(400, {
      code: 'invalid_json',
      detail: `The body is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`,
    });
  }
}

/** Throws the answers 400 and 413 to a JSON text that is too deep or has too many values. */
function requireShape(
  json: string,
  { maxJsonDepth, maxJsonValues }: Pick<ServerLimits, 'maxJsonDepth' | 'maxJsonValues'>,
): void {
  const found = findExcess(json, maxJsonDepth, maxJsonValues);
  if (found === 'depth') {
    throw problem(400, {
      code: 'json_too_deep',
      detail: `The body nests more than ${maxJsonDepth} lists and objects within one another.`,
    });
  }
  if (found === 'values') {
    throw problem(413, {
      code: 'too_many_values',
      detail:
        `The lists and objects of a body have at most ${maxJsonValues} items and members. ` +
        'Send it in several requests, or large data as a text.',
    });
  }
}

/**
 * Finds brackets outside of strings nested deeper than `maxDepth`, or lists and objects with more
 * than `maxValues` items and members; linear, not recursive.
 */
export function findExcess(
  json: string,
  maxDepth: number,
  maxValues: number,
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) index = endOfString(json, index);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values++;
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return undefined;
}

/** The index of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, quote: number): boolean {
  let first = quote;
  while (json.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}
