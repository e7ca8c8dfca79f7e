import { APICallError, RetryError } from 'ai';
import { expect, test } from 'vitest';
import { describeProviderError } from './provider-error.js';

function callError(message: string, statusCode: number, responseBody: string): APICallError {
  return new APICallError({
    message,
    url: 'http://localhost/v1',
    requestBodyValues: {},
    statusCode,
    responseBody,
  });
}

test("a provider's own words are found behind the retries", () => {
  const last = callError('Rate limit reached', 429, '{"error":{"message":"Rate limit reached"}}');
  const error = new RetryError({
    message: 'Failed after 3 attempts',
    reason: 'maxRetriesExceeded',
    errors: [last],
  });
  expect(describeProviderError(error)).toEqual({ message: 'Rate limit reached', status: 429 });
});

test('a body in another shape adds what the message lacks', () => {
  const error = callError(
    'Bad Request',
    400,
    '{"object":"error","message":"maximum context length"}',
  );
  expect(describeProviderError(error).message).toBe('Bad Request: maximum context length');
  const plain = callError('Bad Gateway', 502, 'upstream down\n');
  expect(describeProviderError(plain).message).toBe('Bad Gateway: upstream down');
});

test('a network error says why', () => {
  const error = new Error('Cannot connect to API', {
    cause: new Error('ECONNREFUSED 127.0.0.1:1'),
  });
  expect(describeProviderError(error)).toEqual({
    message: 'Cannot connect to API (ECONNREFUSED 127.0.0.1:1)',
  });
  expect(describeProviderError('odd').message).toBe('odd');
});

test('of a page that a proxy answers with, only its words are told', () => {
  const page =
    '<!DOCTYPE html>\n<html><head><title>502 Bad\n gateway at example.com</title></head><body></body></html>';
  expect(describeProviderError(callError('Bad Gateway', 502, page)).message).toBe(
    'Bad Gateway: 502 Bad gateway at example.com',
  );
  const untitled = callError('Bad Gateway', 502, `<h1>Oops</h1>${'<p>Sorry</p>'.repeat(2000)}`);
  expect(describeProviderError(untitled).message).toMatch(/^Bad Gateway: Oops Sorry Sorry/);
  const code = callError('Bad Request', 400, 'expected <name>\n  but got 5');
  expect(describeProviderError(code).message).toBe('Bad Request: expected <name> but got 5');
});
