/** An error response of the server, or a failed connection (`status` 0). */
export class ApiError extends Error {
  /** The HTTP status; 0 if no server answered. */
  readonly status: number;
  /** Such as `session_not_found`. */
  readonly code: string;
  /** The field of the request at fault. */
  readonly param: string | undefined;
  /** The request's id in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      param?: string | undefined;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

interface ErrorBody {
  detail?: string;
  error?: { message?: string; code?: string; param?: string | null };
}

/** The error of a response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  let body: ErrorBody = {};
  try {
    body = (JSON.parse(text) as ErrorBody | null) ?? {};
  } catch {
    // A proxy answered instead of the server.
  }
  const { message = body.detail, code, param } = body.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? undefined);
  const told = typeof message === 'string' ? message : `The server answered ${response.status}.`;
  return new ApiError(told, {
    status: response.status,
    code: typeof code === 'string' ? code : 'unknown',
    param: param ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** The error of an answer, described by `what`, that no everlong server gives. */
export function invalidResponse(what: string, status: number, cause?: unknown): ApiError {
  const message = `${what} without the JSON of an answer. Check that it is the address of an everlong server.`;
  return new ApiError(message, { status, code: 'invalid_response', cause });
}

/** The value that a text is the JSON of; throws `ApiError` for one that is none. */
export function parseJson(text: string, what: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidResponse(what, status, cause);
  }
}

/** The object that a text is the JSON of; throws `ApiError` for any other text. */
export function parseObject(text: string, what: string, status: number): Record<string, unknown> {
  const value = parseJson(text, what, status);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalidResponse(what, status);
}
