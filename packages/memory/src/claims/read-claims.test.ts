import { expect, it } from 'vitest';

import { createAnalyzer } from '../text/analyzer.js';
import { english } from '../text/english.js';
import { formerValues } from '../replacement/former-values.js';
import { readClaims } from './read-claims.js';
import { supersedes } from '../replacement/supersedes.js';
import { topicsOf } from './topics.js';

const analyzer = createAnalyzer(english);

/** Which former values the later statement takes back, as an answer to the question. */
function takenBack(question: string, before: string, after: string): string[] | undefined {
  const terms = new Set(analyzer.queryTerms(question));
  const matter = {
    words: new Set<string>(),
    terms,
    topics: topicsOf(terms),
    isState: true,
    isOpen: false,
    asksMany: false,
    asksTwo: false,
    asked: undefined,
  };
  const read = (text: string) => readClaims({ text, speaker: 'user' }, analyzer.terms);
  const earlier = read(before);
  const context = {
    matter,
    subjects: earlier.map(({ subject }) => subject.words),
    termsOf: analyzer.terms,
  };
  for (const later of read(after)) {
    for (const each of earlier) {
      if (supersedes(later, each, context)) {
        return formerValues(later, each, matter).map(({ text }) => text);
      }
    }
  }
  return undefined;
}

it.for([
  ['Where do I live?', 'I live in Vigo.', 'I left Vigo and rent in Bilbao.', 'Vigo'],
  ['Which shell do I use?', 'My shell is zsh.', 'I moved from zsh to fish.', 'zsh'],
  ['What port is it?', 'The metrics port is 9100.', 'No wait, 9102.', '9100'],
  ['When is kick-off?', 'Kick-off is January 12.', 'Kick-off slid to January 19.', 'January 12'],
  ['Where do we fly?', 'We fly to Crete.', "Crete fell through, we're flying to Malta.", 'Crete'],
])('%s %s %s', ([question = '', before = '', after = '', former = '']) => {
  expect(takenBack(question, before, after)).toContain(former);
});

it.for([
  ['Where do I live?', 'I live in Vigo.', 'My brother left Vigo for Bilbao.'],
  ['Where do I live?', 'I live in Vigo.', 'I used to live in Bilbao.'],
  ['Where do I live?', 'I live in Vigo.', 'I might move to Bilbao.'],
  ['Where do I live?', 'I live in Vigo.', 'Tom says I moved to Bilbao.'],
  ['What do I speak?', 'I speak Dutch.', 'I started to speak Danish as well.'],
  ['Which port is auth on?', 'The auth service is on 7001.', 'The mail service moved to 7005.'],
  ['What does Ida do?', 'Ida Berg is a pilot, Ida Lund a vet.', 'Ida Lund became a baker.'],
])('%s %s Not: %s', ([question = '', before = '', after = '']) => {
  expect(takenBack(question, before, after)).toBeUndefined();
});
