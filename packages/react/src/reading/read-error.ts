import { fieldsOf } from './fields.js';

/**
 * Reads the error of a chat in words for people: the AI SDK's is the body that the server answered
 * with. Takes the `detail` of a problem (RFC 9457) or the message of an `error`; any other text
 * stays as it is. `undefined` without an error.
 */
export function readError(error: Error | string | null | undefined): string | undefined {
  if (error === undefined || error === null) return undefined;
  const text = typeof error === 'string' ? error : error.message;
  return problemIn(text) ?? text;
}

function problemIn(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { detail, error } = fieldsOf(body);
  const { message = error } = fieldsOf(error);
  return [detail, message].find((found) => typeof found === 'string' && found !== '') as
    | string
    | undefined;
}
