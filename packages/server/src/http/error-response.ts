import { ContextOverflowError, type ErrorCode, EverlongError } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { HTTPException } from 'hono/http-exception';

import { type ProblemStatus, problemResponse } from './problem.js';
import { isStorageFailure } from './storage-failure.js';

const statuses: Readonly<Record<ErrorCode, ProblemStatus>> = {
  'context-overflow': 422,
  'store-conflict': 409,
  'session-not-found': 404,
  'corrupt-record': 500,
  'unsupported-format': 400,
  summarization: 502,
  config: 400,
};

/** The log says where the damage is, with the server's paths. */
const DAMAGE =
  'What is stored is damaged. The log says where: look for the x-request-id of this answer.';

/** The answer to an error that a route threw; of an unexpected one only the log says more. */
export function errorResponse(error: unknown): Response {
  if (error instanceof HTTPException) return error.getResponse();
  if (isStorageFailure(error)) {
    return problemResponse(503, {
      code: 'storage_unavailable',
      detail:
        'The server cannot store or read data at the moment. Send the request again later. ' +
        'Its log says why: look for the x-request-id of this answer.',
      headers: { 'retry-after': '5' },
    });
  }
  if (EverlongError.isInstance(error)) {
    const isDamage = error.code === 'corrupt-record';
    const detail = isDamage ? DAMAGE : redactSecrets(error.message).slice(0, 2000);
    const param = ContextOverflowError.isInstance(error) ? error.part : undefined;
    const code = error.code === 'config' ? 'invalid_request' : error.code.replaceAll('-', '_');
    return problemResponse(statuses[error.code], { code, detail, param });
  }
  return problemResponse(500, {
    code: 'internal_error',
    detail: 'The server failed. Its log says why: look for the x-request-id of this answer.',
  });
}
