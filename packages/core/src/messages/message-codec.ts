import type { JsonValue } from '../base/json-value.js';
import { CorruptRecordError, UnsupportedFormatError } from '../base/errors.js';

/**
 * Stored values are JSON. What JSON lacks is written as an object with the key `$type`:
 * `{"$type":"bytes","base64":…}`, `{"$type":"buffer",…}` (an ArrayBuffer),
 * `{"$type":"url","href":…}`, `{"$type":"number","value":…}` (`-0`, `NaN`, `Infinity`,
 * `-Infinity`), `{"$type":"date","value":…}` (a Date in the input of a tool call),
 * `{"$type":"media","sha256":…,"as":…}` for bytes kept outside the log, and
 * `{"$type":"object","value":…}`
 * around a caller's own object that has a `$type` key.
 */
const TAG = '$type';

/** Bytes taken out of a value, to be kept outside the log under their hash. */
export interface MediaBlob {
  bytes: Uint8Array;
  mediaType: string;
}

/** How binary content is written. */
export interface EncodeOptions {
  /**
   * Called for every binary content of at least `minMediaBytes`; returns the hash that replaces
   * it. Without it, all content stays inline.
   */
  putMedia?: (blob: MediaBlob) => string;
  /** Default 1024. */
  minMediaBytes?: number;
}

/**
 * The value as JSON text, lossless for everything that a message can hold; throws
 * `UnsupportedFormatError` for what no text can hold (a cycle, a bigint, endless nesting, in the
 * input of a tool call a Map or Set).
 */
export function encodeValue(value: unknown, options: EncodeOptions = {}): string {
  return storable(() => {
    const plain = isPlain(value, options.putMedia !== undefined);
    return JSON.stringify(plain ? value : toJson(value, options, undefined));
  });
}

/** Runs it; what no text can hold becomes an `UnsupportedFormatError`. */
export function storable<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new UnsupportedFormatError(
      `The value cannot be stored: ${error.message}. Store plain JSON values, bytes and URLs only.`,
      error,
    );
  }
}

/** Throws as `encodeValue` does, without writing what is nearly always plain. */
export function checkStorable(value: unknown): void {
  storable(() => {
    if (!isPlain(value, false)) JSON.stringify(toJson(value, {}, undefined));
  });
}

/** How deep a value may nest: all that reads it later has room on the stack, wherever it runs. */
const MAX_DEPTH = 500;

/** Throws a `RangeError` for a value that nests too deep. */
export function checkDepth(depth: number): void {
  if (depth <= MAX_DEPTH) return;
  throw new RangeError(`it nests deeper than ${MAX_DEPTH} levels, pass it as JSON text instead`);
}

/**
 * Tells whether `JSON.stringify` alone writes what `toJson` would: nearly always, and much cheaper.
 */
function isPlain(value: unknown, extractsMedia: boolean, depth = 0): boolean {
  if (typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return typeof value !== 'bigint' && typeof value !== 'function';
  if (value === null) return true;
  checkDepth(depth);
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item, extractsMedia, depth + 1)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype && isSpecial(value)) return false;
  // `in` also walks inherited fields, which do no harm, and allocates no list of keys.
  for (const key in value) {
    if (key === TAG || (extractsMedia && key === 'mediaType')) return false;
    const item = (value as Record<string, unknown>)[key];
    if (!isPlain(item, extractsMedia, depth + 1)) return false;
  }
  return true;
}

function isSpecial(value: object): boolean {
  const isBinary = value instanceof Uint8Array || value instanceof ArrayBuffer;
  const isCollection = value instanceof Map || value instanceof Set;
  return isBinary || isCollection || value instanceof URL || 'toJSON' in value;
}

/** The value behind `encodeValue`; `getMedia` finds the bytes of a hash. */
export function decodeValue(text: string, getMedia?: (sha256: string) => Uint8Array): unknown {
  const parsed: unknown = JSON.parse(text);
  return text.includes(`"${TAG}"`) ? fromJson(parsed as JsonValue, getMedia) : parsed;
}

/** How a value is written, whether it is the input of a tool call, and how deep it lies. */
type Encoding = EncodeOptions & { isInput?: boolean; depth?: number };

function toJson(value: unknown, options: Encoding, mediaType: string | undefined): unknown {
  if (typeof value === 'string') return encodeString(value, options, mediaType);
  if (typeof value === 'number') return encodeNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return encodeBytes(value, 'bytes', options, mediaType);
  if (value instanceof ArrayBuffer) {
    return encodeBytes(new Uint8Array(value), 'buffer', options, mediaType);
  }
  if (value instanceof URL) return { [TAG]: 'url', href: value.href };
  const { depth = 0 } = options;
  checkDepth(depth);
  const inner = { ...options, depth: depth + 1 };
  if (Array.isArray(value)) return value.map((item) => toJson(item, inner, mediaType));
  if (options.isInput === true) {
    // An invalid date has no JSON but null.
    if (value instanceof Date) return { [TAG]: 'date', value: value.toJSON() };
    refuseCollection(value);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return value;
  return encodeObject(value, inner, mediaType);
}

function encodeNumber(value: number): unknown {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { [TAG]: 'number', value: Object.is(value, -0) ? '-0' : String(value) };
}

/** Throws a `TypeError` for what would be stored as an empty object. */
export function refuseCollection(value: object): void {
  if (!(value instanceof Map || value instanceof Set)) return;
  throw new TypeError(
    `Do not know how to store a ${value instanceof Map ? 'Map' : 'Set'} in the input of a tool call`,
  );
}

/** Tells whether a key of an object is the input of a tool call, which comes back as it was. */
export function isCallInput(owner: object, key: string): boolean {
  return key === 'input' && 'type' in owner && owner.type === 'tool-call';
}

function encodeObject(value: object, options: Encoding, outer: string | undefined): unknown {
  const mediaType =
    'mediaType' in value && typeof value.mediaType === 'string' ? value.mediaType : outer;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const encoding = isCallInput(value, key) ? { ...options, isInput: true } : options;
      return [key, toJson(item, encoding, mediaType)];
    }),
  );
  return Object.hasOwn(value, TAG) ? { [TAG]: 'object', value: copy } : copy;
}

function encodeBytes(
  bytes: Uint8Array,
  type: 'bytes' | 'buffer',
  { putMedia, minMediaBytes = 1024 }: EncodeOptions,
  mediaType = 'application/octet-stream',
): unknown {
  if (putMedia === undefined || bytes.length < minMediaBytes) {
    return { [TAG]: type, base64: bytesToBase64(bytes) };
  }
  return { [TAG]: 'media', sha256: putMedia({ bytes, mediaType }), as: type };
}

/**
 * Only text below a `mediaType` may be base64 content, and only canonical base64 comes back alike.
 */
function encodeString(
  text: string,
  { putMedia, minMediaBytes = 1024 }: EncodeOptions,
  mediaType: string | undefined,
): unknown {
  if (putMedia === undefined || mediaType === undefined) return text;
  // A repetition over megabytes can overflow the engine's stack: look for what is foreign.
  if (text.length < (minMediaBytes * 4) / 3 || /[^A-Za-z0-9+/=]/.test(text)) return text;
  const bytes = base64ToBytes(text);
  if (bytes === undefined || bytesToBase64(bytes) !== text) return text;
  return { [TAG]: 'media', sha256: putMedia({ bytes, mediaType }), as: 'base64' };
}

function fromJson(value: JsonValue, getMedia?: (sha256: string) => Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => fromJson(item, getMedia));
  if (Object.hasOwn(value, TAG)) return fromTagged(value as Tagged, getMedia);
  return decodeObject(value, getMedia);
}

function decodeObject(value: object, getMedia?: (sha256: string) => Uint8Array): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fromJson(item as JsonValue, getMedia)]),
  );
}

type Tagged = { $type: string } & Record<string, JsonValue>;

function fromTagged(value: Tagged, getMedia?: (sha256: string) => Uint8Array): unknown {
  switch (value.$type) {
    case 'bytes':
      return requireBytes(value);
    case 'buffer':
      return requireBytes(value).buffer;
    case 'url':
      return new URL(textOf(value, 'href'));
    case 'number':
      return Number(value['value']);
    case 'date':
      return new Date(value['value'] === null ? Number.NaN : textOf(value, 'value'));
    case 'object':
      return decodeObject(value['value'] as object, getMedia);
    case 'media': {
      const sha256 = textOf(value, 'sha256');
      if (getMedia === undefined) {
        throw new CorruptRecordError(`media ${sha256}`, 'no media can be read here');
      }
      const bytes = getMedia(sha256);
      if (value['as'] === 'base64') return bytesToBase64(bytes);
      return value['as'] === 'buffer' ? bytes.slice().buffer : new Uint8Array(bytes);
    }
    default:
      throw new CorruptRecordError(`$type "${value.$type}"`, 'an unknown kind of stored value');
  }
}

function textOf(value: Tagged, key: string): string {
  const text = value[key];
  if (typeof text === 'string') return text;
  throw new CorruptRecordError(`$type "${value.$type}"`, `without a text "${key}"`);
}

function requireBytes(value: Tagged): Uint8Array<ArrayBuffer> {
  const bytes = base64ToBytes(textOf(value, 'base64'));
  if (bytes === undefined) throw new CorruptRecordError('$type "bytes"', 'not valid base64');
  return bytes;
}

/** Node's, a hundred times as fast as what browsers have. */
const { Buffer: NodeBuffer } = globalThis as {
  Buffer?: {
    from(bytes: ArrayBufferLike, start: number, length: number): { toString(as: 'base64'): string };
  };
};

/** Standard base64 with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) {
    return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  }
  let binary = '';
  const step = 0x8000;
  for (let start = 0; start < bytes.length; start += step) {
    binary += String.fromCharCode(...bytes.subarray(start, start + step));
  }
  return btoa(binary);
}

/** The bytes of base64 text, or `undefined` when it is not base64. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
