import {
  checkDepth,
  decodeValue,
  encodeValue,
  isCallInput,
  refuseCollection,
  storable,
} from './message-codec.js';

/**
 * Makes the value that `decodeValue` gives back of `encodeValue`'s text, without writing it: texts,
 * which may be huge, are shared, all else is a copy. Throws as `encodeValue` does.
 */
export function copyValue(value: unknown): unknown {
  return storable(() => copyOf(value, { isInput: false, depth: 0 }));
}

/** `isInput`: the value is the input of a tool call, or in one. */
function copyOf(value: unknown, place: { isInput: boolean; depth: number }): unknown {
  if (typeof value === 'bigint') throw new TypeError('Do not know how to store a BigInt');
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof ArrayBuffer) return value.slice();
  if (value instanceof URL) return new URL(value.href);
  checkDepth(place.depth);
  const { isInput } = place;
  const depth = place.depth + 1;
  if (Array.isArray(value)) {
    return Array.from(value, (item) => (isLeftOut(item) ? null : copyOf(item, { isInput, depth })));
  }
  if (isInput) {
    if (value instanceof Date) return new Date(value);
    refuseCollection(value);
  }
  // Dates elsewhere, and similar objects.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return decodeValue(encodeValue(value));
  }
  const copies: [string, unknown][] = [];
  const inner = { isInput, depth };
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (isLeftOut(item)) continue;
    const isCall = !isInput && isCallInput(value, key);
    copies.push([key, copyOf(item, isCall ? { isInput: true, depth } : inner)]);
  }
  return Object.fromEntries(copies);
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}
