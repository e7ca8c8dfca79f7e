import type { Context } from 'hono';

/** JSON of values that may hold bytes and URLs: bytes become base64, as the AI SDK takes them. */
export function toWireJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    field instanceof Uint8Array ? Buffer.from(field).toString('base64') : field,
  );
}

/**
 * JSON of objects that never change, such as the messages of a request: each is written once,
 * however many requests hold it.
 */
export function createFrozenJson(): (value: object) => string {
  const texts = new WeakMap<object, string>();
  return (value) => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    const text = toWireJson(value);
    texts.set(value, text);
    return text;
  };
}

/** An answer of JSON that is there as text already. */
export function jsonResponse(c: Context, text: string, status: 200 | 201 = 200): Response {
  return c.body(text, status, { 'content-type': 'application/json' });
}
