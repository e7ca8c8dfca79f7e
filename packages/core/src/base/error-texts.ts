/** The texts of an error and of the errors in it: its cause, the last retry, the response body. */
export function errorTexts(error: unknown, depth = 0): string[] {
  if (typeof error === 'string') return error.trim() === '' ? [] : [error];
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const {
    message,
    responseBody,
    code,
    cause,
    lastError,
    data,
    error: inner,
  } = error as Record<string, unknown>;
  const texts = [message, responseBody, code, cause, lastError, data, inner].flatMap((value) =>
    errorTexts(value, depth + 1),
  );
  return [...new Set(texts)];
}

/** The HTTP status of an error, or of one in it. */
export function statusOf(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined;
  const { statusCode, status, lastError, cause } = error as Record<string, unknown>;
  return statusCode ?? status ?? statusOf(lastError, depth + 1) ?? statusOf(cause, depth + 1);
}
