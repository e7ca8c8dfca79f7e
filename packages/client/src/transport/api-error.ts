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
  const {
    message = body.detail ?? `The server answered ${response.status}.`,
    code,
    param,
  } = body.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? undefined);
  return new ApiError(message, {
    status: response.status,
    code: code ?? 'unknown',
    param: param ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
