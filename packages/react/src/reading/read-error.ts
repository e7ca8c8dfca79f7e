import { fieldsOf } from './fields.js';

/**
 * What went wrong, in words for people, of the error of a chat: the AI SDK's is the body that the
 * server answered with, of which this takes the `detail` of a problem (RFC 9457) or the message of
 * an `error`. Any other text stays as it is. `undefined` where there is no error.
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
