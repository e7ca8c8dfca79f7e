import { ApiError } from './api-error.js';
import type { Call, ClientOptions } from './transport.js';

const OPTIONS: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  key: true,
  tenant: true,
  fetch: true,
  maxRetries: true,
};

const CALL: Record<keyof Call, true> = {
  signal: true,
  idempotencyKey: true,
  path: true,
  query: true,
  body: true,
  headers: true,
};

/** Throws `ApiError` for options that no client can be made of. */
export function checkClientOptions(options: unknown): void {
  const given = (options ?? {}) as Partial<Record<keyof ClientOptions, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(OPTIONS, name));
  const { baseUrl, key = '', tenant = '', fetch: send, maxRetries = 0 } = given;
  if (!isAddress(baseUrl)) {
    const shown = baseUrl === undefined ? '' : `, not ${shownOf(baseUrl)}`;
    const example = 'such as "http://127.0.0.1:8787"';
    throw misuse(`createClient needs the baseUrl of an everlong server, ${example}${shown}.`);
  }
  if (unknown !== undefined) {
    const names = Object.keys(OPTIONS).join(', ');
    throw misuse(`createClient has no option ${shownOf(unknown)}. It takes ${names}.`);
  }
  if (typeof key !== 'string') throw misuse('The key of createClient is no string.');
  if (typeof tenant !== 'string') throw misuse(`The tenant is ${shownOf(tenant)}. Give its id.`);
  if (send !== undefined && typeof send !== 'function') {
    throw misuse(
      `The fetch of createClient is ${shownOf(send)}. Give a function, or leave it out.`,
    );
  }
  if (!Number.isInteger(maxRetries) || Number(maxRetries) < 0) {
    throw misuse(`maxRetries is ${shownOf(maxRetries)}. Give a whole number, 0 or more.`);
  }
}

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

/** Pages also take an address of their own origin, such as `/everlong`. */
function isAddress(baseUrl: unknown): boolean {
  if (typeof baseUrl !== 'string' || baseUrl === '') return false;
  const { location } = globalThis as { location?: { href: string } };
  try {
    return /^https?:$/.test(new URL(baseUrl, location?.href).protocol);
  } catch {
    return false;
  }
}

function misuse(message: string): ApiError {
  return new ApiError(message, { status: 0, code: 'invalid_use' });
}

function shownOf(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
