import {
  ConfigError,
  type ForgetReceipt,
  type MemorySource,
  messageText,
  type Store,
} from '@everlong/core';
import { checkList, requireOptions, showValue } from '@everlong/core/internal';

import { refuseUnreadable } from './refuse-unreadable.js';

/** What `findQuotingSessions` searches, and for what. */
export interface FindQuotingSessionsOptions {
  /** Has the sessions. */
  store: Store;
  /** Whose sessions. */
  agent: string;
  /** What was forgotten. */
  receipt: ForgetReceipt;
  /** Words that say what was forgotten, such as a name. Default: none. */
  texts?: readonly string[];
}

const OPTIONS = { store: true, agent: true, receipt: true, texts: true };

/** Messages that are looked at for each text. */
const MAX_HITS = 1000;

/**
 * The ids of an agent's sessions that quote what a memory has forgotten, without those that the
 * receipt names: it was sent to them as a memory or in a profile, which their records keep, or their
 * messages and records hold the texts, in the result of a tool for example. Rejects with
 * `ConfigError` for what is no receipt, and for a session that cannot be read with what the store
 * says of it: nobody can tell what that one quotes.
 */
export async function findQuotingSessions(options: FindQuotingSessionsOptions): Promise<string[]> {
  requireOptions('findQuotingSessions', options, OPTIONS);
  const { store, agent, receipt, texts = [] } = options;
  requireReceipt(receipt);
  const all = await store.listSessions({ agent });
  const sessions = all.filter(({ id }) => !receipt.sessionIds.includes(id));
  await refuseUnreadable(store, sessions);
  const quoting: string[] = [];
  const holding = await sessionsWith(store, texts);
  const isForgotten = forgottenIn(receipt);
  const tells = (text = ''): boolean => texts.some((each) => holds(text, each));
  for (const { id } of sessions) {
    if (holding.has(id) || (await hasQuoted(store, id, { isForgotten, tells }))) quoting.push(id);
  }
  return quoting;
}

function requireReceipt(receipt: unknown): void {
  if (typeof receipt !== 'object' || receipt === null) {
    throw new ConfigError(
      'findQuotingSessions needs the `receipt` that memory.forget resolved with, not ' +
        `${showValue(receipt)}.`,
    );
  }
  const lists = receipt as Partial<Record<keyof ForgetReceipt, unknown>>;
  for (const name of ['factIds', 'sources', 'sessionIds'] as const) {
    checkList(`\`${name}\` of the receipt of findQuotingSessions`, lists[name]);
  }
}

interface Sought {
  /** Whether an item of memory is of what was forgotten. */
  isForgotten(item: { factId?: number; sources?: readonly MemorySource[] }): boolean;
  /** Whether a text holds one of the texts. */
  tells(text?: string): boolean;
}

function forgottenIn({ factIds, sources }: ForgetReceipt): Sought['isForgotten'] {
  const key = ({ sessionId, entryId }: MemorySource): string =>
    JSON.stringify([sessionId, entryId]);
  const ids = new Set<unknown>(factIds);
  const keys = new Set(sources.map(key));
  return (item) =>
    ids.has(item.factId) || item.sources?.some((each) => keys.has(key(each))) === true;
}

async function hasQuoted(
  store: Store,
  id: string,
  { isForgotten, tells }: Sought,
): Promise<boolean> {
  for await (const record of store.readRecords(id, { type: 'injection' })) {
    if (record.type !== 'injection') continue;
    if (tells(record.text) || record.memory?.items.some(isForgotten) === true) return true;
  }
  for await (const record of store.readRecords(id, { type: 'compaction' })) {
    if (record.type !== 'compaction') continue;
    const { profile, snapshot } = record;
    if (tells(profile?.text) || tells(snapshot?.text)) return true;
    if (profile?.factIds.some((factId) => isForgotten({ factId })) === true) return true;
  }
  return false;
}

/** The sessions with a message that holds one of the texts word for word. */
async function sessionsWith(store: Store, texts: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const text of texts) {
    for (const hit of await store.search(text, { withdrawn: true, limit: MAX_HITS })) {
      if (found.has(hit.sessionId)) continue;
      for await (const { message } of store.read(hit.sessionId, { from: hit.seq, to: hit.seq })) {
        if (holds(messageText(message), text)) found.add(hit.sessionId);
      }
    }
  }
  return found;
}

function holds(text: string, words: string): boolean {
  const plain = (each: string): string => (each.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
  return ` ${plain(text.toLowerCase())} `.includes(` ${plain(words.toLowerCase())} `);
}
