import type { MemorySource, RememberedProfile } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { findForgotten } from './find-forgotten.js';
import type { LogObserver } from './log-observer.js';
import { readHits, readLearnings, readProfile, type Recollection } from './memory-answers.js';
import type { MemoryGuard } from './memory-guard.js';
import { quoteProfile } from './quote-memory.js';
import type { WithdrawnEntries } from './withdrawn-entries.js';

/** How a session reaches its memory. */
export interface MemoryAccess {
  guard: MemoryGuard;
  observer: LogObserver;
  /** The memory is asked nothing before this has resolved. */
  opening: Promise<void>;
  sessionId: string;
  withdrawn: WithdrawnEntries;
}

export interface Question {
  /** The user's entry. */
  entryId: string;
  text: string;
  limit: number;
  maxMemoryTokens: number;
  maxLearningTokens: number;
  /** Whether the request holds it already, or may not. */
  excludes(source: MemorySource): boolean;
}

export interface Answers {
  memories: Recollection[];
  learnings: Recollection[];
}

export interface ProfileQuestion {
  maxTokens: number;
  counter: Counter;
  /** Whether nothing may be in it that was said in this session. */
  withoutSession: boolean;
  /** Whether the request holds it already. */
  excludes?(source: MemorySource): boolean;
}

/** Learnings of earlier runs in one answer, as document 003 has them. */
const MAX_LEARNINGS = 5;

/** Of a long message this much is asked for. */
const MAX_QUERY_LENGTH = 2000;

/** A profile in fewer tokens says nothing. */
const MIN_PROFILE_TOKENS = 64;

/** What is relevant to a message of the user; nothing where memory cannot say. */
export async function askMemory(
  { guard, observer, opening, sessionId, withdrawn }: MemoryAccess,
  question: Question,
): Promise<Answers> {
  const { text, limit, maxMemoryTokens, maxLearningTokens } = question;
  const query = text.slice(0, MAX_QUERY_LENGTH);
  const isHeld = (source: MemorySource): boolean =>
    question.excludes(source) ||
    // Withdrawn entries may be there as long as the memory has not caught up.
    (source.sessionId === sessionId && !observer.isUpToDate());
  const given = await guard.ask(async (memory, scope) => {
    await opening;
    const ids = await withdrawn.readIds();
    const excludes = (source: MemorySource): boolean => ids.has(source.entryId) || isHeld(source);
    const [hits, learnings] = await Promise.all([
      orNothing(maxMemoryTokens > 0, () =>
        memory.recall(scope, query, { limit, maxTokens: maxMemoryTokens, excludes }),
      ),
      orNothing(maxLearningTokens > 0, () =>
        memory.learnings(scope, query, { limit: MAX_LEARNINGS, maxTokens: maxLearningTokens }),
      ),
    ]);
    return {
      memories: await withdrawn.leaveOut(readHits(hits)),
      learnings: await withdrawn.leaveOut(readLearnings(learnings)),
    };
  });
  const { memories = [], learnings = [] } = given ?? {};
  // A record that was forgotten would end every epoch that sends it.
  const gone = new Set(await findForgotten(guard, [...memories, ...learnings]));
  const isAllowed = (record: Recollection): boolean =>
    !gone.has(record) && !record.sources.some(isHeld);
  return {
    memories: memories.filter(isAllowed).slice(0, limit),
    learnings: learnings.filter(isAllowed).slice(0, MAX_LEARNINGS),
  };
}

/** The quoted profile; `undefined` where memory cannot say, or may not. */
export async function askProfile(
  { guard, observer, opening, sessionId, withdrawn }: MemoryAccess,
  { maxTokens, counter, withoutSession, excludes: isHeld = () => false }: ProfileQuestion,
): Promise<RememberedProfile | undefined> {
  if (maxTokens < MIN_PROFILE_TOKENS) return undefined;
  const profile = await guard.ask(async (memory, scope) => {
    await opening;
    const ids = await withdrawn.readIds();
    const excludes = (source: MemorySource): boolean => ids.has(source.entryId) || isHeld(source);
    const answer = readProfile(await memory.profile(scope, { maxTokens, excludes }));
    return answer?.sources.some(({ entryId }) => ids.has(entryId)) === true ? undefined : answer;
  });
  if (profile === undefined) return undefined;
  const isOwn = profile.sources.some((source) => source.sessionId === sessionId);
  if (isOwn && (withoutSession || !observer.isUpToDate())) return undefined;
  const facts = profile.factIds.map((factId) => ({ factId }));
  if ((await findForgotten(guard, facts)).length > 0) return undefined;
  return quoteProfile(profile, maxTokens, counter);
}

/** One that fails must not cost the other. */
async function orNothing<Result>(
  isWanted: boolean,
  call: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!isWanted) return undefined;
  try {
    return await call();
  } catch {
    return undefined;
  }
}
