import type { Entry, Snapshot } from '@everlong/core';

import { REQUEST_NAMES } from '../sections/state-section.js';
import { DEFERRED, deferredLines, stillDeferred } from '../statements/deferred-requests.js';
import {
  isOpen,
  type RequestStatus,
  statusesNow,
  updateRequests,
} from '../statements/request-statuses.js';
import { describeStatus, requestsIn } from '../statements/request-sections.js';
import { LISTS, listLines, updateLists } from '../statements/user-lists.js';

/** How much room the text has. */
export interface CurrentStatusOptions {
  /** The text never takes more tokens than this by `count`, unless it did before. */
  maxTokens: number;
  /** Tokens of a text. */
  count(text: string): number;
}

const requestLine = new RegExp(
  String.raw`^(- (?:${[...REQUEST_NAMES, 'Request'].join('|')}) \(#(\d+); )([^)]*)\)`,
);
const listLine = /^- (List of the user \(#\d+\),)/;

/**
 * The snapshot with the statuses of requests, lists and put-off requests as of the entries after
 * it: for a snapshot that was made while the conversation went on. Requests that were answered
 * meanwhile are not called open and leave Pending Tasks. Only the text changes, of snapshots side
 * by side only the last one's: the next snapshot reads those entries itself. Returns the same
 * object if nothing changes.
 */
export function withCurrentStatuses(
  snapshot: Snapshot,
  entriesAfter: readonly Entry[],
  { maxTokens, count }: CurrentStatusOptions,
): Snapshot {
  const { sections, parts } = snapshot;
  const before = parts?.at(-1) ?? snapshot.text;
  const requests = statusesNow(requestsIn(sections), entriesAfter);
  const gone = new Set(deferredLines(sections[DEFERRED] ?? []));
  const all = updateRequests(requestsIn(sections), entriesAfter);
  for (const line of deferredLines(stillDeferred(sections[DEFERRED] ?? [], all))) gone.delete(line);
  const lists = listLines(updateLists(sections[LISTS], entriesAfter), before);
  const change = (isShort: boolean): string => {
    const lines = before.split('\n').flatMap((line) => {
      if (gone.has(line.slice(2))) return [];
      const head = listLine.exec(line)?.[1];
      if (head !== undefined) {
        const now = lists.find((list) => list.startsWith(head));
        return [now === undefined || isShort ? line : `- ${now}`];
      }
      return changedRequest(line, requests, isShort);
    });
    return withoutEmptySections(lines).join('\n');
  };
  const fits = (text: string): boolean =>
    count(text) <= Math.max(maxTokens, count(before)) || text.length <= before.length;
  const after = [change(false), change(true)].find(fits) ?? before;
  if (after === before) return snapshot;
  const changed = parts === undefined ? undefined : [...parts.slice(0, -1), after];
  const text = changed?.join('\n\n') ?? after;
  const kept = changed === undefined ? {} : { parts: changed };
  return { ...snapshot, text, tokens: count(text), ...kept };
}

/** The line with the status of now; none if it only said that the request is open. */
function changedRequest(
  line: string,
  requests: readonly RequestStatus[],
  isShort: boolean,
): string[] {
  const [whole = '', lead = '', seq = '', before = ''] = requestLine.exec(line) ?? [];
  const request = requests.find((one) => one.seq === Number(seq));
  if (whole === '' || request === undefined || !before.startsWith('open')) return [line];
  if (isOpen(request)) return [line];
  if (lead.startsWith('- Request')) return [];
  // As long as the word that it replaces.
  const status = isShort ? 'done' : describeStatus(request);
  return [`${lead}${status})${line.slice(whole.length)}`];
}

/** Drops headings that have no line left. */
function withoutEmptySections(lines: readonly string[]): string[] {
  return lines.filter((line, index) => {
    if (!line.startsWith('## ')) return true;
    const next = lines.slice(index + 1).find((other) => other !== '');
    return next !== undefined && !next.startsWith('## ');
  });
}
