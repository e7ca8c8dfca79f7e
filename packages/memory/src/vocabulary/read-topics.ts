import { english } from '../text/english.js';
import { foldWords } from '../text/fold-words.js';
import { dailyTopics } from './daily-topics.js';
import { healthTopics } from './health-topics.js';
import { homeTopics } from './home-topics.js';
import { leisureTopics } from './leisure-topics.js';
import { peopleTopics } from './people-topics.js';
import { softwareTopics } from './software-topics.js';
import type { AnswerKind, TopicWords } from './topic-words.js';
import { workTopics } from './work-topics.js';

const topics: Readonly<Record<string, TopicWords>> = {
  ...homeTopics,
  ...workTopics,
  ...peopleTopics,
  ...healthTopics,
  ...leisureTopics,
  ...dailyTopics,
  ...softwareTopics,
};

/** How much a text is on each topic, from 0 to 1. */
export type TopicWeights = ReadonlyMap<string, number>;

/** What a word of statements tells of a question's topic. */
const SAYS_IN_QUESTION = 0.4;

/** Topics of a question that weigh less than this share of its best are left out. */
const MIN_SHARE = 0.4;

/** Topics of a question that are searched for. */
const MAX_SEARCHED = 3;

interface Entry {
  topic: string;
  asks: boolean;
}

const entries = new Map<string, Entry[]>();
for (const [topic, { asks, says }] of Object.entries(topics)) {
  for (const word of asks.split(/\s+/)) add(word, { topic, asks: true });
  for (const word of says.split(/\s+/)) add(word, { topic, asks: false });
}

/** Words that occur whatever a text is about; they weigh less. */
const common = new Set(
  `go take see call year day week month time late start end people good like love run move change put
  leave back old young small lose turn name line head light read talk open close play case point hand show
  come do have be way lot bit little long new big first last next thing something know think look want need
  use keep right well much more one two three four five six eight ten hour minute night morning today
  place home house set cover end hit check sign drop
  side top box post part number line plan stay stop send feel tell say ask cut pick wait hold`
    .split(/\s+/)
    .map(stemOf),
);
const COMMON = 0.3;

function add(word: string, entry: Entry): void {
  if (english.stopWords.has(word)) return;
  const key = foldWords(word.replaceAll('_', ' ')).map(stemOf).join(' ');
  const known = entries.get(key) ?? [];
  if (!known.some(({ topic }) => topic === entry.topic)) entries.set(key, [...known, entry]);
}

/** The terms of topics, single words alone, the best topic's first. */
export function termsOnTopics(found: TopicWeights): string[] {
  const best = [...found].toSorted(([, one], [, other]) => other - one).slice(0, MAX_SEARCHED);
  const topicsFound = new Set(best.map(([topic]) => topic));
  return [...entries].flatMap(([key, own]) =>
    !key.includes(' ') && own.some(({ topic }) => topicsFound.has(topic)) ? [key] : [],
  );
}

function stemOf(word: string): string {
  return english.stem(english.lemmas.get(word) ?? word);
}

/** What a statement is about: a word of many topics says little on each. */
export function statementTopics(text: string): TopicWeights {
  const found = weigh(text, 1);
  const best = Math.max(0, ...found.values());
  return new Map(
    [...found].map(([topic, weight]) => [topic, Math.min(1, weight) * Math.sqrt(weight / best)]),
  );
}

/** What a question asks about; its best topic weighs 1. */
export function questionTopics(text: string): TopicWeights {
  const found = weigh(text.replace(/\busers?\b/giu, ' '), SAYS_IN_QUESTION);
  const best = Math.max(0, ...found.values());
  return new Map(
    [...found]
      .filter(([, weight]) => weight >= MIN_SHARE * best)
      .map(([topic, weight]) => [topic, weight / best]),
  );
}

function weigh(text: string, says: number): Map<string, number> {
  const words = foldWords(text).map(stemOf);
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  const triples = pairs.slice(1).map((pair, at) => `${words[at]} ${pair}`);
  const keys = new Set([...words, ...pairs, ...triples]);
  const found = new Map<string, number>();
  for (const key of keys) {
    const own = entries.get(key) ?? [];
    for (const { topic, asks } of own) {
      const weight = ((asks ? 1 : says) * (common.has(key) ? COMMON : 1)) / Math.sqrt(own.length);
      found.set(topic, (found.get(topic) ?? 0) + weight);
    }
  }
  return found;
}

/** How much two texts share a topic, from 0 to 1. */
export function sharedTopics(one: TopicWeights, other: TopicWeights): number {
  let best = 0;
  for (const [topic, weight] of one) best = Math.max(best, Math.min(weight, other.get(topic) ?? 0));
  return best;
}

/** The kind of value that the best of these topics wants. */
export function answerKindOf(found: TopicWeights): AnswerKind {
  const [best] = [...found].toSorted(([, one], [, other]) => other - one);
  return (best === undefined ? undefined : topics[best[0]]?.answer) ?? 'any';
}
