import type { StoredDocument } from '@everlong/core';
import { expect, test } from 'vitest';

import { type Claim, readClaims } from '../claims/read-claims.js';
import type { Matter } from '../replacement/same-matter.js';
import { foldWords } from '../text/fold-words.js';
import { comparedClaims, MAX_COMPARED_CLAIMS } from './compared-claims.js';

const matter: Matter = {
  words: new Set(['what', 'is', 'the', 'port']),
  terms: new Set(['port']),
  topics: new Set(),
  isState: true,
  isOpen: false,
  asksMany: false,
  asksTwo: false,
  asked: undefined,
};

/** What is compared of messages with these texts. */
function comparedOf(texts: readonly string[]): (readonly Claim[])[] {
  const read = new Map(
    texts.map((text, at): [StoredDocument, Claim[]] => {
      const document = { text, speaker: 'user', entryId: `e${at}` } as StoredDocument;
      return [document, readClaims(document, foldWords)];
    }),
  );
  return [...comparedClaims(read, matter).values()];
}

function sentences(count: number): string {
  return Array.from({ length: count }, (_, at) => `The sky of day ${at} is grey.`).join(' ');
}

test('however much messages say, the claims that are compared have an upper number', () => {
  for (const count of [10, 40, 80]) {
    const compared = comparedOf(Array.from({ length: 24 }, () => sentences(count)));
    const all = compared.reduce((sum, { length }) => sum + length, 0);
    expect(all).toBe(MAX_COMPARED_CLAIMS);
  }
});

test('short messages are compared whole next to long ones', () => {
  const short = ['The port is 80.', 'The port is 81. We moved to Bonn.'];
  const compared = comparedOf([...short, sentences(400)]);
  expect(compared.map(({ length }) => length)).toEqual([1, 2, MAX_COMPARED_CLAIMS - 3]);
});

test('of a long message what is on the question comes first, then changes, each in its place', () => {
  const text = `${sentences(110)} The port is 80. ${sentences(10)} We moved to Bonn.`;
  const [claims = []] = comparedOf([text, text]);
  expect(claims).toHaveLength(MAX_COMPARED_CLAIMS / 2);
  expect(claims.slice(-2).map((claim) => claim.text)).toEqual([
    'The port is 80.',
    'We moved to Bonn.',
  ]);
});
