import { ApiError } from './api-error.js';

/** The error of a wrong use, before anything is sent. */
export function misuse(message: string): ApiError {
  return new ApiError(message, { status: 0, code: 'invalid_use' });
}

/** A value as messages show it. */
export function shownOf(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
