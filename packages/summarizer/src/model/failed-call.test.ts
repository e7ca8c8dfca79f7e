import { describe, expect, it } from 'vitest';

import { isHopeless, sizeAfterRefusal } from './failed-call.js';

function failure(fields: Record<string, unknown>): Error {
  return Object.assign(new Error('no'), fields);
}

describe('isHopeless', () => {
  it.each([
    ['a wrong key', failure({ name: 'AI_APICallError', statusCode: 401 })],
    ['a model that is not there', failure({ name: 'AI_APICallError', statusCode: 404 })],
    ['a server that the SDK tried twice', failure({ name: 'AI_RetryError' })],
    ['a missing key', failure({ name: 'AI_LoadAPIKeyError' })],
  ])('gives up after %s', (_name, error) => {
    expect(isHopeless(error)).toBe(true);
  });

  it.each([
    ['another form of answer', failure({ name: 'SummarizationError' })],
    ['a bad request', failure({ name: 'AI_APICallError', statusCode: 400 })],
    ['a prompt that is too long', failure({ name: 'AI_RetryError', cause: 'prompt is too long' })],
    ['nothing', undefined],
    ['a text', 'AI_RetryError'],
  ])('tries again after %s', (_name, error) => {
    expect(isHopeless(error)).toBe(false);
  });
});

describe('sizeAfterRefusal', () => {
  it.each([
    ['half of what was sent', 4_000, {}, 2_000],
    ['half of a limit below it', 40_000, { limitTokens: 8_000 }, 4_000],
    ['half of what was sent, if the limit is above it', 4_165, { limitTokens: 4_100 }, 2_050],
    ['the limit in our tokens', 1_000, { limitTokens: 1_500, promptTokens: 3_000 }, 250],
  ])('is %s', (_name, sent, report, expected) => {
    expect(sizeAfterRefusal(sent, { message: '', ...report })).toBe(expected);
  });
});
