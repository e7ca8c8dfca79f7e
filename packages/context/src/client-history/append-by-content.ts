import type { Entry, ModelMessage } from '@everlong/core';

import { findNewMessages } from './find-new-messages.js';
import { goesOn, isBeginningOf, keptOf, mayEndBefore } from './history-beginning.js';
import { actionOf, type SyncResult } from './sync-result.js';
import type { Session } from '../session-work/session.js';

/** How many of the log's last entries are compared with the history. */
const COMPARED_ENTRIES = 64;

/** Entries that a history has no message for: those that say nothing. */
const SPARE_ENTRIES = 16;

/**
 * Brings the log in line with a history of messages without ids. With `isWhole` it is all that a
 * client has: one that is behind, up to some answer, brings nothing. Otherwise it may be a turn
 * that says again what an earlier one did.
 */
export async function appendByContent(
  session: Session,
  history: readonly ModelMessage[],
  { isWhole = false } = {},
): Promise<SyncResult> {
  const end = await readEnd(session);
  const beginning = await readBeginning(session, end, history);
  const met = beginning === undefined ? undefined : keptOf(beginning, history);
  const kept = met !== undefined && !isWhole && goesOn(end, history, met) ? undefined : met;
  const isBehind = beginning !== undefined && isBeginningOf(beginning, history);
  if (isWhole && isBehind && kept === undefined) {
    return { action: 'none', appended: [], ignored: [] };
  }
  const rewind = kept === undefined ? undefined : await session.rewind(kept);
  const logEnd = rewind?.rewound === true ? await readEnd(session) : end;
  const missing = findNewMessages(
    logEnd.map(({ message }) => message),
    history,
    { isWhole: logEnd.length < COMPARED_ENTRIES },
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

/** As much of the log as a history holds that may end before it; `undefined` for any other. */
async function readBeginning(
  session: Session,
  end: readonly Entry[],
  history: readonly ModelMessage[],
): Promise<Entry[] | undefined> {
  if (end.length === 0 || history.length < 2) return undefined;
  const messages = end.map(({ message }) => message);
  if (!mayEndBefore(messages, history)) return undefined;
  const entries: Entry[] = [];
  const limit = history.length * 2 + SPARE_ENTRIES;
  for await (const entry of session.entries({ withdrawn: false, limit })) entries.push(entry);
  return entries;
}
