import type { LedgerItem, Snapshot } from '@everlong/core';
import { snapshotSpans } from '@everlong/core/internal';

import { entryActions } from '../reading/entry-actions.js';
import { updateFileTable } from '../sections/file-table.js';
import { fileStates } from '../sections/files-section.js';
import { markKept } from './keep-constraints.js';
import type { RedactedInput } from '../reading/redact-entries.js';
import { withStatuses } from './request-lines.js';
import {
  fromRequestLines,
  REQUESTS,
  toRequestLines,
  updateRequests,
} from '../sections/request-statuses.js';
import { SAID, updateSaid } from '../sections/user-statements.js';
import { SECTION_NAMES, type Sections } from '../sections/section-names.js';
import { renderSnapshot } from './snapshot-text.js';
import { untoldLines } from './unseen-lines.js';

/**
 * The snapshot that covers `previous` and the entries, its text within the input's `maxTokens`. With
 * `beside` the text is about the entries only and repeats no line of the previous one. `told` are
 * lines that the text says before others, and that are not carried on.
 */
export function createSnapshot(
  input: RedactedInput,
  sections: Sections,
  ledger: LedgerItem[],
  source: Snapshot['source'],
  told: Sections = {},
): Snapshot {
  const { previous, entries, maxTokens, visibleText, secrets, beside = false } = input;
  const first = entries[0];
  const last = entries.at(-1);
  const firstAt = previous?.firstAt ?? first?.createdAt;
  const lastAt = last?.createdAt ?? previous?.lastAt;
  const covered = {
    throughSeq: last?.seq ?? previous?.throughSeq ?? 0,
    messagesCovered: (previous?.messagesCovered ?? 0) + entries.length,
    ...(firstAt === undefined ? {} : { firstAt }),
    ...(lastAt === undefined ? {} : { lastAt }),
  };
  const below = previous === undefined ? 0 : (previous.depth ?? 1);
  // Beside others it tells of its entries alone.
  const depth = beside ? 1 : below + 1;
  const count = (text: string): number => input.count(text);
  const firstSeq = previous === undefined || beside ? (first?.seq ?? 0) : 0;
  const span = beside
    ? { firstSeq, messagesCovered: entries.length, firstAt: first?.createdAt }
    : { firstSeq };
  const requests = updateRequests(fromRequestLines(previous?.sections[REQUESTS]), entries);
  const said = updateSaid(previous?.sections[SAID] ?? [], entries);
  const all = withStatuses(sections, requests, input);
  const untold: Sections = {};
  for (const name of SECTION_NAMES) {
    untold[name] = [...(told[name] ?? []), ...untoldLines(all[name] ?? [], input)];
  }
  const text = renderSnapshot(
    {
      ...covered,
      ...span,
      depth,
      sections: untold,
      said,
      ledger,
      source,
    },
    { maxTokens, count, visibleText },
  );
  const kept: Record<string, string[]> = {
    [REQUESTS]: toRequestLines(requests),
    [SAID]: said,
  };
  for (const name of SECTION_NAMES) {
    const lines = sections[name];
    if (lines !== undefined && lines.length > 0) kept[name] = lines;
  }
  const known = previous?.files ?? fileStates(previous?.sections['Files Modified'] ?? []);
  const files = updateFileTable(known, entryActions(entries));
  return markKept({
    text,
    tokens: count(text),
    ...covered,
    source,
    depth: Math.max(depth, beside ? below : 0),
    spans: snapshotSpans({
      previous,
      fromSeq: first?.seq ?? 0,
      throughSeq: covered.throughSeq,
      beside,
    }),
    sections: kept,
    ledger,
    files,
    ...(secrets === undefined ? {} : { secrets }),
  });
}
