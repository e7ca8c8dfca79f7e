/** Cases as they are in use: in several conversations, and among messages on other matters. */
import type { MemoryEntry } from '@everlong/core';

import { questionTopics, sharedTopics } from '../../src/vocabulary/read-topics.ts';
import type { PlayableCase } from './build-cases.ts';
import { createRandom } from './create-random.ts';

const SIZE = 12;
const TRIES = 200;

/** From here on two questions share a topic. */
const SAME_TOPIC = 0.3;

/** Shorter words of a question occur in any. */
const LONG_WORD = 5;

const DAY_MS = 86_400_000;

/** With every message in a conversation of its own. */
export function inOwnSessions(cases: readonly PlayableCase[]): PlayableCase[] {
  return cases.map((each) => ({
    ...each,
    entries: each.entries.map((entry) => ({ ...entry, sessionId: `session of ${entry.id}` })),
  }));
}

/** Each message of the crowd is a conversation of its own. */
export function inCrowd(cases: readonly PlayableCase[]): PlayableCase[] {
  const random = createRandom();
  return cases.map((each) => {
    const crowd = pickMessages(each, cases, random).map((content, index) =>
      toEntry(content, index, each, random),
    );
    const entries = [...each.entries, ...crowd].toSorted((one, other) =>
      one.createdAt < other.createdAt ? -1 : 1,
    );
    return { ...each, entries };
  });
}

function pickMessages(
  each: PlayableCase,
  cases: readonly PlayableCase[],
  random: (limit: number) => number,
): string[] {
  const topics = questionTopics(each.ask);
  const words = new Set(longWords(each.ask));
  const picked: string[] = [];
  for (let tries = 0; tries < TRIES && picked.length < SIZE; tries++) {
    const other = cases[random(cases.length)];
    if (other === undefined || other.kind === each.kind) continue;
    if (sharedTopics(topics, questionTopics(other.ask)) >= SAME_TOPIC) continue;
    if (longWords(other.ask).some((word) => words.has(word))) continue;
    const own = other.said.filter((line) => typeof line === 'string');
    const text = own[random(own.length)];
    const values = [each.current, ...each.stale].map((value) => new RegExp(value, 'iu'));
    if (text !== undefined && !values.some((value) => value.test(text))) picked.push(text);
  }
  return picked;
}

/** Some time between the day before the case begins and the days after it. */
function toEntry(
  content: string,
  index: number,
  { entries: [first, ...others] }: PlayableCase,
  random: (limit: number) => number,
): MemoryEntry {
  const start = Date.parse(first?.createdAt ?? '') - DAY_MS;
  const days = 3 * (others.length + 2);
  return {
    id: `crowd-${index}`,
    sessionId: `crowd-${index}`,
    createdAt: new Date(start + random(days * 1440) * 60_000).toISOString(),
    message: { role: 'user', content },
  };
}

function longWords(text: string): string[] {
  return text.toLowerCase().match(new RegExp(`\\p{L}{${LONG_WORD},}`, 'gu')) ?? [];
}
