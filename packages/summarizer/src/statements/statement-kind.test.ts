import { describe, expect, it } from 'vitest';

import { isPutOff, statementKind } from './statement-kind.js';

describe('statementKind', () => {
  it.each([
    ['Forget the port from before, we take 5433.', 'correction'],
    ['The team overruled me: `b` is the broker now, rather than `a`.', 'correction'],
    ['We go for `nats` as our message broker.', 'decision'],
    ['The test database will be duckdb.', 'decision'],
    ['Cross out `dns-cache`, it made no difference.', 'verdict'],
    ['It still hangs.', 'verdict'],
    ['The staging bucket is kx-stage-1f.', 'value'],
    ['Rename `fetchUser` to `loadUser`.', 'value'],
    ['The docs are at https://example.com/a.', 'value'],
    ['Please read src/a.ts and tell me whether it is fine.', 'request'],
    ['Remember to send the mail.', 'request'],
    ['I want to know if it looks healthy.', 'hint'],
    ['It was rather cold on day 199.', 'other'],
    ['The parser also calls parseTokens.', 'other'],
  ])('judges %j as %s', (sentence, kind) => {
    expect(statementKind(sentence)).toBe(kind);
  });
});

describe('isPutOff', () => {
  it.each([
    ['Not now, but remember to send it.', true],
    ['Put this on your list: a release note.', true],
    ['Send it now.', false],
    ['Shall we do it later on?', false],
  ])('says of %j: %s', (sentence, expected) => {
    expect(isPutOff(sentence)).toBe(expected);
  });
});
