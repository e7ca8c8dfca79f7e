import { ApiError, errorOf } from './api-error.js';
import { type Call, checkCall } from './call.js';
import { checkClientOptions, type ClientOptions } from './client-options.js';
import { type Operation, operations } from './operations.js';
import { pause } from './pause.js';

/** Sends calls; rejects with `ApiError` for an error response. */
export interface Transport {
  json<Result>(operation: Operation, call?: Call): Promise<Result>;
  /** The response, with its body unread. */
  response(operation: Operation, call?: Call): Promise<Response>;
}

export function createTransport(options: ClientOptions): Transport {
  checkClientOptions(options);
  const { baseUrl, key, tenant, maxRetries = 2 } = options;
  const base = baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  async function once(operation: Operation, call: Call): Promise<Response> {
    const [method = '', template = ''] = operations[operation].split(' ');
    const { signal, body, idempotencyKey, headers } = call;
    const request: RequestInit = {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(tenant === undefined ? {} : { 'x-tenant-id': tenant }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
    let response: Response;
    try {
      response = await send(base + pathOf(template, call), request);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const message = `Cannot reach ${base}: ${error instanceof Error ? error.message : String(error)}`;
      throw new ApiError(message, { status: 0, code: 'connection_failed', cause: error });
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    throw Object.assign(error, { isFinal: response.headers.get('x-should-retry') === 'false' });
  }

  async function repeat(operation: Operation, call: Call = {}): Promise<Response> {
    checkCall(operation, call);
    const isPost = operations[operation].startsWith('POST');
    const idempotencyKey =
      call.idempotencyKey ?? (isPost ? globalThis.crypto.randomUUID() : undefined);
    const repeated = idempotencyKey === undefined ? call : { ...call, idempotencyKey };
    for (let tried = 0; ; tried++) {
      try {
        return await once(operation, repeated);
      } catch (error) {
        if (tried >= maxRetries || !isMomentary(error)) throw error;
        const seconds = error.retryAfter ?? 0.25 * 2 ** tried * (0.75 + Math.random() / 2);
        await pause(Math.min(seconds, 30) * 1000, call.signal);
      }
    }
  }

  return {
    response: repeat,
    async json<Result>(operation: Operation, call?: Call) {
      return (await jsonOf(await repeat(operation, call), base)) as Result;
    },
  };
}

async function jsonOf(response: Response, base: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const { status } = response;
    const message =
      `${base} answered ${status} without JSON. ` +
      'Check that it is the address of an everlong server.';
    throw new ApiError(message, { status, code: 'invalid_response', cause });
  }
}

function pathOf(template: string, { path = {}, query = {} }: Call): string {
  const filled = template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** Whether the same call may succeed when it is repeated. */
export function isMomentary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if ((error as { isFinal?: boolean }).isFinal === true) return false;
  if (error.code === 'connection_failed') return true;
  return [408, 409, 429, 502, 503, 504].includes(error.status);
}
