import type { Context } from 'hono';

/** JSON of values that may contain bytes, which become base64 as the AI SDK reads them. */
export function toWireJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    field instanceof Uint8Array ? Buffer.from(field).toString('base64') : field,
  );
}

/** Serializes immutable objects, such as a request's messages, once each. */
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

/** A response of JSON that is serialized already. */
export function jsonResponse(c: Context, text: string, status: 200 | 201 = 200): Response {
  return c.body(text, status, { 'content-type': 'application/json' });
}
