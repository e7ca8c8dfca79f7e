import { showValue } from '@everlong/core/internal';
import type { z } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';

/** The parts of an error response besides its status. */
export interface ProblemDetails {
  /** For programs, such as `session_not_found`. */
  code: string;
  /** For people: what happened, and the cure. */
  detail: string;
  /** The field of the request at fault. */
  param?: string | undefined;
  headers?: Readonly<Record<string, string>>;
}

export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 409
  | 412
  | 413
  | 415
  | 422
  | 428
  | 429
  | 500
  | 502
  | 503;

const titles: Readonly<Record<ProblemStatus, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** `error.type` as OpenAI's SDKs expect it. */
const types: Readonly<Partial<Record<ProblemStatus, string>>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  412: 'conflict_error',
  429: 'rate_limit_error',
};

/** The body of every error: problem details (RFC 9457) plus the member `error` of OpenAI's API. */
export function problemBody(status: ProblemStatus, { code, detail, param }: ProblemDetails) {
  const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return {
    type: `urn:everlong:problem:${code}`,
    title: titles[status],
    status,
    detail,
    error: { message: detail, type, code, param: param ?? null },
  };
}

/**
 * The error response. `x-should-retry: false` where the same request would fail again: OpenAI's SDK
 * would retry a conflict three times.
 */
export function problemResponse(status: ProblemStatus, details: ProblemDetails): Response {
  const retries =
    status === 429 || status === 503 || details.headers?.['retry-after'] !== undefined;
  return new Response(JSON.stringify(problemBody(status, details)), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'x-should-retry': String(retries),
      ...details.headers,
    },
  });
}

const MOST_MISTAKES = 3;

/** The error to throw for input that its schema refuses; names the first few mistakes. */
export function invalidRequest(issues: readonly z.core.$ZodIssue[], input: unknown): HTTPException {
  const told = issues.slice(0, MOST_MISTAKES).map((issue) => mistakeIn(issue, input));
  const [issue] = issues;
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const param = [issue?.path.join('.'), unknown].filter(Boolean).join('.');
  return problem(400, {
    code: 'invalid_request',
    detail: (told.join('; ') || 'invalid').slice(0, 1000),
    ...(param === '' ? {} : { param }),
  });
}

/** The place of a mistake, what is wrong, and the value where it is short enough to be read. */
function mistakeIn({ path, message }: z.core.$ZodIssue, input: unknown): string {
  const where = path.join('.');
  if (where === '') return message;
  const value = path.reduce<unknown>((within, name) => (within as never)?.[name], input);
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return `${where}: ${message}${isPlain ? ` (it is ${showValue(value)})` : ''}`;
}

/** The error to throw for a field that its schema allows and this request does not. */
export function invalidField(param: string, detail: string): HTTPException {
  return problem(400, { code: 'invalid_request', detail, param });
}

/** An error to throw: ends the request with this response. */
export function problem(status: ProblemStatus, details: ProblemDetails): HTTPException {
  return new HTTPException(status, {
    message: details.detail,
    res: problemResponse(status, details),
  });
}
