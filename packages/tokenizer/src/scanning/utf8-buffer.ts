import { ConfigError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { STOP } from './scanner.js';

/** A text as UTF-8, a slice at a time. */
export interface Utf8Buffer {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView<ArrayBuffer>;
  /** How many bytes hold text; `STOP` follows them. */
  filled: number;
  /** How many of them the reader has used: set before the next `fill`. */
  used: number;
  /** Begins a text; throws `ConfigError` for anything but a string. */
  open(text: string): void;
  /** Moves the unused bytes to the front and adds a slice; true if the text ends with it. */
  fill(): boolean;
}

/** UTF-16 units of a slice. */
const SLICE = 32_768;
/** A buffer that a long text made larger than this is not kept. */
const MAX_KEPT = 2 ** 20;
/** After the text: `STOP`, and the bytes that reads of whole words touch. */
const PADDING = 8;

/**
 * A buffer that grows with what its reader leaves unused. Lone surrogates become U+FFFD. If nothing
 * of a slice can be used, the next slice is as large as all unused bytes, so that repeated reads
 * cost at most twice the text.
 */
export function createUtf8Buffer(): Utf8Buffer {
  const encoder = new TextEncoder();
  let text = '';
  let read = 0;

  function reserve(size: number): void {
    if (buffer.bytes.length >= size) return;
    const larger = new Uint8Array(Math.max(size, buffer.bytes.length * 2));
    larger.set(buffer.bytes.subarray(0, buffer.filled));
    buffer.bytes = larger;
    buffer.view = new DataView(larger.buffer);
  }

  /** A unit takes 1 to 3 bytes; a long slice is tried with 1 first. */
  function append(slice: string): void {
    const bytesPerUnit = slice.length > SLICE ? 1 : 3;
    reserve(buffer.filled + slice.length * bytesPerUnit + PADDING);
    const free = buffer.bytes.subarray(buffer.filled, buffer.bytes.length - PADDING);
    const done = encoder.encodeInto(slice, free);
    buffer.filled += done.written;
    if (done.read === slice.length) return;
    const rest = slice.slice(done.read);
    reserve(buffer.filled + rest.length * 3 + PADDING);
    buffer.filled += encoder.encodeInto(rest, buffer.bytes.subarray(buffer.filled)).written;
  }

  const bytes = new Uint8Array(4096);
  const buffer: Utf8Buffer = {
    bytes,
    view: new DataView(bytes.buffer),
    filled: 0,
    used: 0,
    open(next) {
      checkText(next);
      if (buffer.bytes.length > MAX_KEPT) {
        buffer.bytes = new Uint8Array(SLICE);
        buffer.view = new DataView(buffer.bytes.buffer);
      }
      text = next;
      read = 0;
      buffer.filled = 0;
      buffer.used = 0;
    },
    fill() {
      if (buffer.used > 0) buffer.bytes.copyWithin(0, buffer.used, buffer.filled);
      buffer.filled -= buffer.used;
      buffer.used = 0;
      const end = endOfSlice(text, read + Math.max(SLICE, buffer.filled));
      const slice = read === 0 && end === text.length ? text : text.slice(read, end);
      append(slice);
      buffer.bytes[buffer.filled] = STOP;
      read = end;
      // Keeps a long text alive no longer than it is needed.
      if (end === text.length) text = '';
      return text === '';
    },
  };
  return buffer;
}

function checkText(text: unknown): void {
  if (typeof text === 'string') return;
  throw new ConfigError(`Only a string has tokens, not ${showValue(text)}. Pass text.`);
}

/** The end of a slice that does not split a surrogate pair. */
function endOfSlice(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const isPair = isHigh(text.charCodeAt(wanted - 1)) && isLow(text.charCodeAt(wanted));
  return isPair ? wanted + 1 : wanted;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
