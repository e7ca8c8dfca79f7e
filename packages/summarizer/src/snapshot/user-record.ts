import type { SummarizeInput } from '@everlong/core';

import { DEFERRED, stillDeferred, updateDeferred } from '../statements/deferred-requests.js';
import { type RequestStatus, statusesNow, updateRequests } from '../statements/request-statuses.js';
import { requestsIn, toRequestSections } from '../statements/request-sections.js';
import { TRIALS, updateTrials } from '../statements/trials.js';
import { LISTS, updateLists } from '../statements/user-lists.js';
import { SAID, updateSaid } from '../sections/user-statements.js';

/** What the user asked for and said, as carried on and, where later entries matter, as of now. */
export interface UserRecord {
  requests: RequestStatus[];
  now: RequestStatus[];
  said: string[];
  deferred: string[];
  deferredNow: string[];
  lists: string[];
  listsNow: string[];
  trials: string[];
}

/** The record of `previous`, extended by the entries, which hold no secrets any more. */
export function userRecord({
  previous,
  entries,
  entriesAfter = [],
}: Pick<SummarizeInput, 'previous' | 'entries' | 'entriesAfter'>): UserRecord {
  const {
    [SAID]: saidBefore = [],
    [DEFERRED]: putOff,
    [LISTS]: listed,
    [TRIALS]: tried,
  } = previous?.sections ?? {};
  const requests = updateRequests(requestsIn(previous?.sections), entries);
  const now = statusesNow(requests, entriesAfter);
  const deferred = stillDeferred(updateDeferred(putOff, entries), requests);
  const lists = updateLists(listed, entries);
  const known = new Set(lists.map((line) => line.split(' ', 1)[0]));
  return {
    requests,
    now,
    said: updateSaid(saidBefore, entries),
    deferred,
    deferredNow: stillDeferred(deferred, updateRequests(requests, entriesAfter)),
    lists,
    listsNow: updateLists(lists, entriesAfter).filter((line) => known.has(line.split(' ', 1)[0])),
    trials: updateTrials(tried, entries),
  };
}

/** The record as data that the next snapshot extends. */
export function userSections({
  requests,
  said,
  deferred,
  lists,
  trials,
}: UserRecord): Record<string, string[]> {
  return {
    ...toRequestSections(requests),
    [SAID]: said,
    [DEFERRED]: deferred,
    [LISTS]: lists,
    [TRIALS]: trials,
  };
}
