import type { Memory, RememberedItem, RememberedProfile, Store } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import {
  type Answers,
  askMemory,
  askProfile,
  type MemoryAccess,
  type ProfileQuestion,
  type Question,
} from './ask-memory.js';
import { findForgotten } from './find-forgotten.js';
import { createLogObserver } from './log-observer.js';
import { createMemoryGuard, within } from './memory-guard.js';
import { observeKnownSessions } from './sync-memory.js';
import { createWaitingNotes, type RangeNote } from './waiting-notes.js';
import { createWithdrawnEntries } from './withdrawn-entries.js';

/** What a session asks of its memory. No call rejects, or takes longer than the time limit. */
export interface SessionMemory {
  /** Entries were appended: has them observed, and waits a moment for it. */
  observe(): Promise<void>;
  /** A call on the session begins: it has the whole time limit, and asks again. */
  begin(): void;
  /** What is relevant to a message of the user; asked once a call. */
  recall(question: Question): Promise<Answers>;
  /** Who the user is and what holds for the project; `undefined` where memory cannot say. */
  profile(question: ProfileQuestion): Promise<RememberedProfile | undefined>;
  /** Whether one of these was forgotten or withdrawn, in whole or in part. */
  hasForgotten(items: readonly Pick<RememberedItem, 'factId' | 'restsOn'>[]): Promise<boolean>;
  /** Before a summary is made of entries: what waits of them is extracted. */
  extract(): Promise<void>;
  /** Before entries leave the request: the range is noted. */
  keep(makeNote: () => Promise<RangeNote | undefined>): Promise<void>;
  /** The user took back the entries from `fromSeq` on. */
  withdraw(fromSeq: number): Promise<void>;
  /** Waits for what is under way, no longer than the time limit. */
  close(): Promise<void>;
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

export function createSessionMemory(options: SessionMemoryOptions): SessionMemory {
  const { sessionId, timeoutMs } = options;
  const guard = createMemoryGuard(options);
  const observer = createLogObserver({ ...options, guard });
  const withdrawn = createWithdrawnEntries(options);
  /** While memory has not observed the last entries, no append waits for it. */
  let isBehind = false;
  let answers: { entryId: string; given: Promise<Answers> } | undefined;
  const opening = observer.catchUp().then(() => observeKnownSessions(options, guard));
  const notes = createWaitingNotes(sessionId);
  const access: MemoryAccess = { guard, observer, opening, sessionId, withdrawn };

  return {
    async observe() {
      const seen = observer.catchUp().then(() => (isBehind = false));
      if (isBehind) return;
      isBehind = true;
      await within(seen, Math.min(APPEND_WAIT_MS, timeoutMs), undefined);
    },
    begin() {
      answers = undefined;
      guard.begin();
    },
    recall(question) {
      if (answers?.entryId !== question.entryId) {
        answers = { entryId: question.entryId, given: askMemory(access, question) };
      }
      return answers.given;
    },
    profile: (question) => askProfile(access, question),
    async hasForgotten(items) {
      return (await findForgotten(guard, items)).length > 0;
    },
    async extract() {
      await guard.ask(async (memory, scope) => {
        await observer.catchUp();
        await memory.flush(scope, { timeoutMs }).catch(() => undefined);
      });
    },
    async keep(makeNote) {
      const note = await makeNote().catch(() => undefined);
      if (note !== undefined) notes.add(note);
      await guard.ask(async (memory, scope) => {
        await observer.catchUp();
        await notes.writeTo(memory, scope);
      });
    },
    async withdraw(fromSeq) {
      answers = undefined;
      notes.withdraw(fromSeq);
      await within(observer.withdraw(fromSeq), timeoutMs, undefined);
    },
    async close() {
      await within(observer.catchUp(), timeoutMs, undefined);
      await guard.ask(notes.writeTo);
      observer.stop();
    },
  };
}
