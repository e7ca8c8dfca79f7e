import {
  type Entry,
  type FileState,
  type LedgerItem,
  messageText,
  type Snapshot,
  type ToolKinds,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { updateFileTable } from '../files/file-table.js';
import { updateLedger } from '../ledger/ledger.js';
import { withFencedCalls } from '../reading/fenced-calls.js';
import { readTurns } from './read-turns.js';
import { type AccountData, carriedData } from './turn.js';

/** What code reads off a log, up to the last of the entries. */
export interface ReadLog {
  data: AccountData;
  ledger: LedgerItem[];
  files: FileState[];
}

/** Adds entries (in order, without secrets) to what the previous snapshot carries. */
export function readLog(
  previous: Snapshot | undefined,
  given: readonly Entry[],
  toolKinds: ToolKinds | undefined,
): ReadLog {
  const entries = withFencedCalls(given);
  const before = carriedData(previous);
  const { held } = before;
  const length =
    before.length === undefined
      ? undefined
      : entries.reduce((sum, { message }) => sum + messageText(message).length, before.length);
  const kinds = { ...before.kinds, ...toolKinds };
  return {
    data: { ...readTurns(before, entries, kinds), kinds, ...definedFields({ held, length }) },
    ledger: updateLedger(previous?.ledger ?? [], entries, kinds),
    files: updateFileTable(previous?.files ?? [], entries, kinds),
  };
}
