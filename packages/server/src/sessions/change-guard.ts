import { AsyncLocalStorage } from 'node:async_hooks';

import type { SessionInfo } from '@everlong/core';
import { createTurns } from '@everlong/core/internal';

import { sessionChanged } from '../http/etag.js';

/** The conversation that a change was decided on: so many messages, in this epoch. */
export type DecidedOn = Pick<SessionInfo, 'entryCount' | 'epoch'>;

/** Lets a change of a session happen only while nobody else changed the conversation. */
export interface ChangeGuard {
  /**
   * Work whose writes to the session are refused, with the answer 412, once somebody else appended
   * to it or began an epoch; so is work that comes too late to begin.
   */
  guarded<Result>(
    sessionId: string,
    decidedOn: DecidedOn,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Writes to a session, one after the other. */
  write<Result>(sessionId: string, write: () => Promise<Result>): Promise<Result>;
}

interface Guarded {
  sessionId: string;
  /** With what the work itself wrote. */
  state: DecidedOn;
  /** True once the work is over: what it left running in the background decides for itself. */
  isOver: boolean;
}

export function createChangeGuard(read: (sessionId: string) => Promise<DecidedOn>): ChangeGuard {
  const inTurn = createTurns();
  const current = new AsyncLocalStorage<Guarded>();

  async function check({ sessionId, state }: Guarded): Promise<void> {
    const { entryCount, epoch } = await read(sessionId);
    if (entryCount !== state.entryCount || epoch !== state.epoch) throw sessionChanged();
  }

  return {
    async guarded(sessionId, state, work) {
      const guarded: Guarded = { sessionId, state, isOver: false };
      await check(guarded);
      try {
        return await current.run(guarded, work);
      } finally {
        guarded.isOver = true;
      }
    },
    write: (sessionId, write) =>
      inTurn(sessionId, async () => {
        const guarded = current.getStore();
        if (guarded?.sessionId !== sessionId || guarded.isOver) return write();
        await check(guarded);
        const written = await write();
        guarded.state = await read(sessionId);
        return written;
      }),
  };
}
