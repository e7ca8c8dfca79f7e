/**
 * Pairs of messages from the cases, each with its signs and whether the later replaces the earlier.
 */
import { readQuestion } from '../../src/claims/asked-question.ts';
import { readClaims } from '../../src/claims/read-claims.ts';
import { compareMessages, type ReadMessage } from '../../src/replacement/replacement-score.ts';
import { readStated } from '../../src/claims/stated-message.ts';
import { supersedes } from '../../src/replacement/supersedes.ts';
import { parseQuery } from '../../src/search/parse-query.ts';
import { createAnalyzer } from '../../src/text/analyzer.ts';
import { english } from '../../src/text/english.ts';
import { createRandom } from './create-random.ts';
import type { SaidLine, UpdateCase } from './update-case.ts';
import { namesValue } from './names-value.ts';

export interface MessagePair {
  signs: Readonly<Record<string, number>>;
  replaces: boolean;
  weight: number;
  /** `crowd`: the later message is one of another case. */
  type: 'update' | 'holds' | 'other' | 'crowd';
}

const analyzer = createAnalyzer(english);
const { terms: termsOf } = analyzer;

/** Messages of other cases by case; and what the earlier message counts that says nothing asked. */
const CROWD = 4;
const CROWD_WEIGHT = 0.5;
const OTHER_WEIGHT = 0.2;

export function pairsOf(cases: readonly UpdateCase[]): MessagePair[] {
  const random = createRandom();
  return cases.flatMap((each) => [...ownPairs(each), ...crowdPairs(each, cases, random)]);
}

function ownPairs({ said, ask, current, stale, holds = [], shown = [] }: UpdateCase) {
  const lines = said.map(toLine).filter(({ who }) => !['assistant', 'tool'].includes(who));
  return lines.flatMap((later, at) =>
    lines.slice(0, at).flatMap((earlier): MessagePair[] => {
      if (earlier.who !== later.who) return [];
      const isCurrent = namesValue(later.text, current);
      const isSound = [current, ...holds, ...shown].some((value) =>
        namesValue(earlier.text, value),
      );
      const isStale = stale.some((value) => namesValue(earlier.text, value));
      if (isStale && !isCurrent && stale.some((value) => namesValue(later.text, value))) return [];
      const replaces = isStale && !isSound && isCurrent;
      const type = replaces ? 'update' : isSound ? 'holds' : 'other';
      const weight = isSound || isStale ? 1 : OTHER_WEIGHT;
      return pair(ask, earlier.text, later.text, { replaces, weight, type });
    }),
  );
}

function crowdPairs(
  { said, ask, kind, current, stale }: UpdateCase,
  cases: readonly UpdateCase[],
  random: (limit: number) => number,
): MessagePair[] {
  const own = said
    .map(toLine)
    .filter(({ text }) => [current, ...stale].some((value) => namesValue(text, value)));
  return Array.from({ length: CROWD }).flatMap(() => {
    const other = cases[random(cases.length)];
    const [later] = other?.said.slice(-1).map(toLine) ?? [];
    const earlier = own[random(own.length)];
    if (later === undefined || earlier === undefined || other?.kind === kind) return [];
    if (['assistant', 'tool'].includes(later.who)) return [];
    const rest = { replaces: false, weight: CROWD_WEIGHT, type: 'crowd' as const };
    return pair(ask, earlier.text, later.text, rest);
  });
}

/** Nothing where code says without weights that the later message does not replace the earlier. */
function pair(
  ask: string,
  earlier: string,
  later: string,
  rest: Omit<MessagePair, 'signs'>,
): MessagePair[] {
  const query = parseQuery(
    ask,
    { speakers: ['user'], aliases: new Map() },
    { analyzer, language: english },
  );
  const matter = {
    ...query,
    terms: new Set(query.matterTerms),
    isState: query.asksState,
    asksTwo: false,
  };
  const [old, fresh] = [read(earlier), read(later)];
  const context = {
    matter,
    termsOf,
    subjects: [...old.claims, ...fresh.claims].flatMap(({ subject: { kind, words } }) =>
      kind === 'other' ? [words] : [],
    ),
  };
  const isSuperseded = fresh.claims.some((claim) =>
    old.claims.some((other) => supersedes(claim, other, context)),
  );
  const signs = compareMessages(readQuestion(ask, termsOf), old, fresh, context);
  if (signs === undefined) return [];
  return [{ ...rest, signs: { ...signs, superseded: isSuperseded ? 1 : 0 } }];
}

function read(text: string): ReadMessage {
  return {
    stated: readStated(text, termsOf),
    claims: readClaims({ text, speaker: 'user' }, termsOf),
  };
}

function toLine(each: SaidLine): { who: string; text: string } {
  return typeof each === 'string' ? { who: 'user', text: each } : { who: each[0], text: each[1] };
}
