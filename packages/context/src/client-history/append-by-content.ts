import type { Entry, ModelMessage } from '@everlong/core';

import { findNewMessages } from './find-new-messages.js';
import { keptOf, mayEndBefore } from './history-beginning.js';
import { actionOf, type SyncResult } from './sync-result.js';
import type { Session } from '../session-work/session.js';

/** How many of the log's last entries are compared with the history. */
const COMPARED_ENTRIES = 64;

/** Entries that a history has no message for: those that say nothing. */
const SPARE_ENTRIES = 16;

/** Brings the log in line with a history of messages without ids. */
export async function appendByContent(
  session: Session,
  history: readonly ModelMessage[],
): Promise<SyncResult> {
  const end = await readEnd(session);
  const kept = await lastKept(session, end, history);
  const rewind = kept === undefined ? undefined : await session.rewind(kept);
  const logEnd = rewind?.rewound === true ? await readEnd(session) : end;
  const missing = findNewMessages(
    logEnd.map(({ message }) => message),
    history,
  );
  const appended = missing.length === 0 ? [] : await session.append(missing);
  if (missing.at(-1)?.role === 'assistant') await session.endTurn();
  return {
    action: actionOf(rewind?.rewound === true, appended.length > 0),
    appended,
    ...(rewind?.rewound === true ? { rewoundFrom: rewind.fromSeq } : {}),
    ignored: [],
  };
}

async function readEnd(session: Session): Promise<Entry[]> {
  const end: Entry[] = [];
  const newest = { reverse: true, limit: COMPARED_ENTRIES, withdrawn: false };
  for await (const entry of session.entries(newest)) end.unshift(entry);
  return end;
}

/** The last entry that a history keeps which begins as the log does, and then leaves it. */
async function lastKept(
  session: Session,
  end: readonly Entry[],
  history: readonly ModelMessage[],
): Promise<number | undefined> {
  if (end.length === 0 || history.length < 2) return undefined;
  const messages = end.map(({ message }) => message);
  if (!mayEndBefore(messages, history)) return undefined;
  const entries: Entry[] = [];
  const limit = history.length * 2 + SPARE_ENTRIES;
  for await (const entry of session.entries({ withdrawn: false, limit })) entries.push(entry);
  return keptOf(entries, history);
}
