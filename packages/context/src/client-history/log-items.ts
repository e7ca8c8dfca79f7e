import { type Entry, isUserEntry } from '@everlong/core';

import { clientMarkOf } from './client-metadata.js';
import { atomsOf } from './message-atoms.js';

/** The entries of a log that are one message to a client: a question, or an answer with its steps. */
export interface LogItem {
  role: 'user' | 'assistant' | 'system';
  /** The id that a client gave it, and those of its entries. */
  clientId: string | undefined;
  entries: Entry[];
  atoms: string[];
}

/** Entries, oldest first, as the messages that a client shows. */
export function logItems(entries: readonly Entry[]): LogItem[] {
  const items: LogItem[] = [];
  for (const entry of entries) {
    const last = items.at(-1);
    const clientId = clientMarkOf(entry)?.id;
    if (last !== undefined && continues(last, entry, clientId)) {
      last.entries.push(entry);
      last.atoms.push(...atomsOf([entry.message]));
      last.clientId ??= clientId;
    } else {
      items.push({
        role: roleOf(entry),
        clientId,
        entries: [entry],
        atoms: atomsOf([entry.message]),
      });
    }
  }
  return items;
}

/** Whether a message with this id is the item. */
export function hasId(item: LogItem, id: string): boolean {
  return item.clientId === id || item.entries.some((entry) => entry.id === id);
}

function continues(item: LogItem, entry: Entry, clientId: string | undefined): boolean {
  const role = roleOf(entry);
  if (role !== item.role) return false;
  if (role !== 'assistant') return clientId !== undefined && clientId === item.clientId;
  return clientId === undefined || item.clientId === undefined || clientId === item.clientId;
}

function roleOf(entry: Entry): LogItem['role'] {
  const { role } = entry.message;
  if (role === 'system') return 'system';
  return isUserEntry(entry) || role === 'user' ? 'user' : 'assistant';
}
