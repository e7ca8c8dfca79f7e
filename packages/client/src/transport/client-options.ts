import { misuse, shownOf } from './misuse.js';

/** Options of `createClient`: the server's address, and how to call it. */
export interface ClientOptions {
  /** The server's address, as `everlong serve` prints it. */
  baseUrl: string;
  /** Default: none, for a server without keys. */
  key?: string;
  /** The tenant that a key for all tenants acts for. */
  tenant?: string;
  /** Default: the global one. */
  fetch?: typeof fetch;
  /** How often to repeat a call after a temporary failure. Default 2. */
  maxRetries?: number;
}

const OPTIONS: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  key: true,
  tenant: true,
  fetch: true,
  maxRetries: true,
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
  if (/[^!-~]/.test(key)) {
    throw misuse(
      'The key of createClient holds a blank, a line break or another character that no key has.',
    );
  }
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
