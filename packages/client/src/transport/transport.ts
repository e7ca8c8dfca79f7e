import { ApiError, errorOf, invalidResponse, parseObject } from './api-error.js';
import { type Call, checkCall } from './call.js';
import { checkClientOptions, type ClientOptions } from './client-options.js';
import { type Operation, operations } from '../api.js';
import { pause } from './pause.js';

/** Sends calls; rejects with `ApiError` for an error response. */
export interface Transport {
  json<Result>(operation: Operation, call?: Call): Promise<Result>;
  /** The response, with its body unread. */
  response(operation: Operation, call?: Call): Promise<Response>;
}

export function createTransport(options: ClientOptions): Transport {
  checkClientOptions(options);
  const { baseUrl, maxRetries = 2 } = options;
  const base = baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  async function once(operation: Operation, call: Call): Promise<Response> {
    const [method = '', template = ''] = operations[operation].split(' ');
    const { signal, body } = call;
    const request: RequestInit = {
      method,
      headers: headersOf(options, call),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
    let response: Response;
    try {
      response = await send(base + pathOf(template, call), request);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw connectionFailed(`Cannot reach ${base}`, error);
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    throw Object.assign(error, { isFinal: response.headers.get('x-should-retry') === 'false' });
  }

  /** `read` is part of what is repeated: a body may break off. */
  async function repeat<Result>(
    operation: Operation,
    call: Call = {},
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    checkCall(operation, call);
    const isPost = operations[operation].startsWith('POST');
    const idempotencyKey =
      call.idempotencyKey ?? (isPost ? globalThis.crypto.randomUUID() : undefined);
    const repeated = idempotencyKey === undefined ? call : { ...call, idempotencyKey };
    for (let tried = 0; ; tried++) {
      try {
        return await read(await once(operation, repeated));
      } catch (error) {
        if (tried > 0) markRepeated(error);
        if (tried >= maxRetries || !isMomentary(error)) throw error;
        const seconds = error.retryAfter ?? 0.25 * 2 ** tried * (0.75 + Math.random() / 2);
        await pause(Math.min(seconds, 30) * 1000, call.signal);
      }
    }
  }

  return {
    response: (operation, call) => repeat(operation, call, async (response) => response),
    json: <Result>(operation: Operation, call?: Call) =>
      repeat(
        operation,
        call,
        async (response) => (await jsonOf(operation, response, base, call?.signal)) as Result,
      ),
  };
}

function headersOf(
  { key, tenant }: ClientOptions,
  { body, idempotencyKey, headers }: Call,
): Record<string, string> {
  return {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(tenant === undefined ? {} : { 'x-tenant-id': tenant }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...headers,
  };
}

function connectionFailed(what: string, cause: unknown): ApiError {
  const message = `${what}: ${cause instanceof Error ? cause.message : String(cause)}`;
  return new ApiError(message, { status: 0, code: 'connection_failed', cause });
}

async function jsonOf(
  operation: Operation,
  response: Response,
  base: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    throw connectionFailed(`The answer of ${base} broke off`, cause);
  });
  const { status } = response;
  const value = parseObject(text, `${base} answered ${status}`, status);
  const isList = operation.startsWith('list');
  if (isList && !Array.isArray(value['data']))
    throw invalidResponse(`${base} answered ${status}`, status);
  return value;
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

function markRepeated(error: unknown): void {
  if (error instanceof ApiError) Object.assign(error, { isRepeated: true });
}

/** Tells whether the call was tried before it ended with this error. */
export function isRepeated(error: ApiError): boolean {
  return (error as { isRepeated?: boolean }).isRepeated === true;
}

/** Tells whether the same call may succeed when it is repeated. */
export function isMomentary(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if ((error as { isFinal?: boolean }).isFinal === true) return false;
  if (error.code === 'connection_failed') return true;
  return [408, 409, 429, 502, 503, 504].includes(error.status);
}
