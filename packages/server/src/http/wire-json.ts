import type { ServerContext } from './server-env.js';

/** JSON of values that may contain bytes, which become base64 as the AI SDK reads them. */
export function toWireJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    field instanceof Uint8Array ? Buffer.from(field).toString('base64') : field,
  );
}

/**
 * JSON in UTF-8 of an object with a list of what never changes, such as the messages of a request:
 * each of these is written once, however many answers hold it.
 */
export function createFrozenListJson(): (
  fields: object,
  name: string,
  list: readonly object[],
) => Uint8Array<ArrayBuffer> {
  const known = new WeakMap<object, Uint8Array>();
  return (fields, name, list) => {
    const parts: Uint8Array[] = [Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"${name}":[`)];
    for (const [index, value] of list.entries()) {
      const bytes = known.get(value) ?? Buffer.from(toWireJson(value));
      known.set(value, bytes);
      if (index > 0) parts.push(COMMA);
      parts.push(bytes);
    }
    parts.push(END);
    return Buffer.concat(parts);
  };
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * An answer of JSON that is written already, with the headers that every answer gets: given to Node
 * as a plain object, they cost much less than a `Headers` that they would be added to. Those of
 * `c.header` it leaves out.
 */
export function jsonResponse(
  c: ServerContext,
  json: string | Uint8Array<ArrayBuffer>,
  status: 200 | 201 = 200,
): Response {
  const headers = { 'content-type': 'application/json', ...c.get('headers') };
  c.set('headers', {});
  return new Response(json, { status, headers });
}
