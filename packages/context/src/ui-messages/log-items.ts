import { type Entry, isUserEntry } from '@everlong/core';

import { type ClientMark, clientMarkOf } from './client-metadata.js';
import { atomsOf } from './message-atoms.js';

/**
 * The entries of a log that are one message to a client: a question, or an answer with its steps.
 */
export interface LogItem {
  role: 'user' | 'assistant' | 'system';
  /** The id that a client gave it, and those of its entries. */
  clientId: string | undefined;
  entries: Entry[];
  atoms: Set<string>;
}

/** Entries, oldest first, as the messages that a client shows. */
export function logItems(entries: readonly Entry[]): LogItem[] {
  const items: LogItem[] = [];
  for (const entry of entries) {
    const mark = clientMarkOf(entry);
    let item = items.at(-1);
    if (item === undefined || !continuesItem(item, entry, mark)) {
      item = { role: roleOf(entry), clientId: undefined, entries: [], atoms: new Set() };
      items.push(item);
    }
    item.entries.push(entry);
    item.clientId ??= mark?.id;
    for (const atom of atomsOf([entry.message])) item.atoms.add(atom);
  }
  return items;
}

/** The ids by which a client may know the item. */
export function idsOf({ clientId, entries }: LogItem): string[] {
  const ids = entries.map(({ id }) => id);
  return clientId === undefined ? ids : [clientId, ...ids];
}

/** How the item's answer ended, where it did not come to its end. */
export function incompleteOf({ entries }: LogItem): 'stopped' | 'failed' | undefined {
  const incomplete = entries.at(-1)?.metadata?.['incomplete'];
  return incomplete === 'stopped' || incomplete === 'failed' ? incomplete : undefined;
}

function continuesItem(item: LogItem, entry: Entry, mark: ClientMark | undefined): boolean {
  if (roleOf(entry) !== item.role) return false;
  const isSame = mark?.id === item.clientId;
  // A message that was edited has its old id.
  if (item.role !== 'assistant') return mark !== undefined && isSame && mark.index > 0;
  return mark === undefined || item.clientId === undefined || isSame;
}

function roleOf(entry: Entry): LogItem['role'] {
  const { role } = entry.message;
  if (role === 'system') return 'system';
  return isUserEntry(entry) || role === 'user' ? 'user' : 'assistant';
}
