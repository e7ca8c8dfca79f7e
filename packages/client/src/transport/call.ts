import { misuse, shownOf } from './misuse.js';

/** Options of any call. */
export interface CallOptions {
  /** Aborts the call, its retries and the pauses between them. */
  signal?: AbortSignal;
  /** A POST with the same key is done once. Default: a random one, shared by the call's retries. */
  idempotencyKey?: string;
}

/** The content of a call, and how to send it. */
export interface Call extends CallOptions {
  path?: Readonly<Record<string, string | number>>;
  query?: object;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

const CALL: Record<keyof Call, true> = {
  signal: true,
  idempotencyKey: true,
  path: true,
  query: true,
  body: true,
  headers: true,
};

/** Throws `ApiError` for a call that would ask for something else than was meant. */
export function checkCall(operation: string, call: Call): void {
  const unknown = Object.keys(call).find((name) => !Object.hasOwn(CALL, name));
  if (unknown !== undefined) {
    throw misuse(
      `${operation} has no option ${shownOf(unknown)}. Calls take signal and idempotencyKey, ` +
        'and ifMatch where they change a session.',
    );
  }
  for (const [name, value] of Object.entries(call.path ?? {})) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) continue;
    throw misuse(`${operation} needs ${name}, which is ${shownOf(value)}.`);
  }
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (typeof value !== 'object' && typeof value !== 'function') continue;
    throw misuse(`${operation} takes a string, a number or a boolean as ${name}, not an object.`);
  }
}
