import type { Memory, MemorySource, RememberedProfile, Store } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import type { Counter } from '../rendering/counter.js';
import { createLogObserver } from './log-observer.js';
import { readHits, readLearnings, readProfile, type Recollection } from './memory-answers.js';
import { createMemoryGuard, within } from './memory-guard.js';
import { quoteProfile } from './quote-memory.js';
import { observeKnownSessions } from './sync-memory.js';

/** What a session asks of its memory. No call rejects, or takes longer than the time limit. */
export interface SessionMemory {
  /** Entries were appended: has them observed, and waits a moment for it. */
  observe(): Promise<void>;
  /** A call on the session begins: it has the whole time limit, and asks anew. */
  begin(): void;
  /** What is relevant to a message of the user; asked once a call. */
  recall(question: Question): Promise<Answers>;
  /** Who the user is and what holds for the project; `undefined` where memory cannot say. */
  profile(question: ProfileQuestion): Promise<RememberedProfile | undefined>;
  /** Whether one of these facts was forgotten or withdrawn. */
  hasForgotten(factIds: readonly number[]): Promise<boolean>;
  /** Before entries leave the request: what waits is extracted, and the range is noted. */
  keep(makeNote: () => Promise<RangeNote | undefined>): Promise<void>;
  /** The user took back the entries from `fromSeq` on. */
  withdraw(fromSeq: number): Promise<void>;
  /** Waits for what is under way, no longer than the time limit. */
  close(): Promise<void>;
}

interface Question {
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

interface ProfileQuestion {
  maxTokens: number;
  counter: Counter;
  /** Whether nothing may be in it that was said in this session. */
  withoutSession: boolean;
}

export interface RangeNote {
  fromSeq: number;
  throughSeq: number;
  date: string;
  text: string;
}

export interface SessionMemoryOptions {
  memory: Memory;
  scope: string;
  timeoutMs: number;
  store: Store;
  sessionId: string;
  /** Other sessions of this agent that the memory knows are caught up as well. */
  agent: string | undefined;
  withdrawn(): readonly SeqRange[];
}

/** An append waits no longer for its entries to be observed: later they are in the background. */
const APPEND_WAIT_MS = 100;

/** Learnings of earlier runs in one answer, as document 003 has them. */
const MAX_LEARNINGS = 5;

/** Of a long message this much is asked for. */
const MAX_QUERY_LENGTH = 2000;

/** A profile in fewer tokens says nothing. */
const MIN_PROFILE_TOKENS = 64;

export function createSessionMemory(options: SessionMemoryOptions): SessionMemory {
  const { sessionId, timeoutMs } = options;
  const guard = createMemoryGuard(options);
  const observer = createLogObserver({ ...options, guard });
  /** Whether the last entries have not been observed yet. */
  let isSlow = false;
  let answers: { entryId: string; given: Promise<Answers> } | undefined;
  const opening = observer.catchUp().then(() => observeKnownSessions(options, guard));

  async function ask(question: Question): Promise<Answers> {
    const { text, limit, maxMemoryTokens, maxLearningTokens } = question;
    const query = text.slice(0, MAX_QUERY_LENGTH);
    // Withdrawn entries may be there as long as the memory has not caught up.
    const excludes = (source: MemorySource): boolean =>
      question.excludes(source) || (source.sessionId === sessionId && !observer.isUpToDate);
    const given = await guard.ask(async (memory, scope) => {
      await opening;
      return Promise.all([
        orNothing(maxMemoryTokens > 0, () =>
          memory.recall(scope, query, { limit, maxTokens: maxMemoryTokens, excludes }),
        ),
        orNothing(maxLearningTokens > 0, () =>
          memory.learnings(scope, query, { limit: MAX_LEARNINGS, maxTokens: maxLearningTokens }),
        ),
      ]);
    });
    const isAllowed = ({ sources }: Recollection): boolean => !sources.some(excludes);
    return {
      memories: readHits(given?.[0]).filter(isAllowed).slice(0, limit),
      learnings: readLearnings(given?.[1]).filter(isAllowed).slice(0, MAX_LEARNINGS),
    };
  }

  async function hasForgotten(factIds: readonly number[]): Promise<boolean> {
    if (factIds.length === 0) return false;
    const found = await guard.ask((memory, scope) =>
      Promise.all(
        factIds.map(async (id) => {
          const [fact] = await memory.list(scope, { after: id - 1, limit: 1, past: true });
          return fact?.id === id;
        }),
      ),
    );
    return found?.includes(false) ?? false;
  }

  return {
    async observe() {
      const seen = observer.catchUp().then(() => (isSlow = false));
      if (isSlow) return;
      isSlow = true;
      await within(seen, Math.min(APPEND_WAIT_MS, timeoutMs), undefined);
    },
    begin() {
      answers = undefined;
      guard.begin();
    },
    recall(question) {
      if (answers?.entryId !== question.entryId) {
        answers = { entryId: question.entryId, given: ask(question) };
      }
      return answers.given;
    },
    async profile({ maxTokens, counter, withoutSession }) {
      if (maxTokens < MIN_PROFILE_TOKENS) return undefined;
      const answer = await guard.ask(async (memory, scope) => {
        await opening;
        return memory.profile(scope, { maxTokens });
      });
      const profile = readProfile(answer);
      if (profile === undefined) return undefined;
      const isOwn = profile.sources.some((source) => source.sessionId === sessionId);
      if (isOwn && (withoutSession || !observer.isUpToDate)) return undefined;
      // Facts that are not there would end every epoch.
      if (await hasForgotten(profile.factIds)) return undefined;
      return quoteProfile(profile, maxTokens, counter);
    },
    hasForgotten,
    async keep(makeNote) {
      await guard.ask(async (memory, scope) => {
        await observer.catchUp();
        await memory.flush(scope, { timeoutMs }).catch(() => undefined);
        const note = await makeNote();
        if (note !== undefined) await memory.note(scope, { sessionId, ...note });
      });
    },
    async withdraw(fromSeq) {
      answers = undefined;
      await within(observer.withdraw(fromSeq), timeoutMs, undefined);
    },
    async close() {
      await within(observer.catchUp(), timeoutMs, undefined);
      observer.stop();
    },
  };
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
