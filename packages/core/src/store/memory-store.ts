import { decodeEntry, decodePlaced, encodeEntry, toEntry } from '../log/entry-codec.js';
import type { Entry } from '../log/entry.js';
import { CorruptRecordError, StoreConflictError } from '../base/errors.js';
import { definedFields } from '../base/defined-fields.js';
import { createId } from '../base/identifiers.js';
import { copyValue } from '../messages/copy-value.js';
import { encodeValue } from '../messages/message-codec.js';
import type { RewindRecord, StoredRecord } from '../log/record.js';
import {
  completeRecord,
  epochAfter,
  remainingRanges,
  withdrawnRanges,
} from '../log/withdrawn-entries.js';
import type { SessionInfo, SessionPatch } from './session-info.js';
import { sha256Hex } from '../base/sha256.js';
import { checkRecordInput } from './check-record-input.js';
import { checkExpectedEpoch, checkExpectedSeq, selectSeqs } from './store-checks.js';
import { selectSessions } from './select-sessions.js';
import { createSearchHits } from './search-hits.js';
import {
  emptySession,
  type MemorySession,
  type MemoryTenant,
  type MemoryTenants,
  openTenant,
} from './memory-tenant.js';
import {
  checkEntryInputs,
  checkListOptions,
  checkMedia,
  checkMediaHash,
  checkReadOptions,
  checkReadRecordsOptions,
  checkSearch,
  checkSessionInput,
  checkSessionPatch,
  readExpectedEpoch,
  readExpectedSeq,
} from './store-arguments.js';
import type { Store } from './store.js';
import { DEFAULT_TENANT, tenantsOf } from './tenants.js';
import { searchTerms } from './text-search.js';

/** A store in memory: the reference for the contract, for tests and for short-lived sessions. */
export function createMemoryStore(): Store {
  const shared: MemoryTenants = { sessions: new Map(), closed: false, clock: 0 };
  return {
    ...storeOf(shared, DEFAULT_TENANT),
    forTenant: tenantsOf((tenant) => storeOf(shared, tenant)),
  };
}

function storeOf(shared: MemoryTenants, name: string): Omit<Store, 'forTenant'> {
  const tenant = openTenant(shared, name);
  return {
    ...sessionMethods(tenant),
    ...entryMethods(tenant),
    ...recordMethods(tenant),
    ...mediaMethods(tenant),
    async close() {
      shared.closed = true;
    },
  };
}

function sessionMethods(
  tenant: MemoryTenant,
): Pick<
  Store,
  'createSession' | 'getSession' | 'listSessions' | 'updateSession' | 'deleteSession'
> {
  return {
    async createSession(input) {
      tenant.assertOpen();
      checkSessionInput(input);
      const { id = createId(), agent, title, metadata } = input;
      if (tenant.sessions.has(id)) {
        throw new StoreConflictError(`There is a session "${id}" already. Choose another id.`);
      }
      const createdAt = tenant.now();
      const info: SessionInfo = {
        id,
        agent,
        createdAt,
        updatedAt: createdAt,
        entryCount: 0,
        epoch: 0,
        ...definedFields({ title, metadata }),
      };
      tenant.sessions.set(id, emptySession(structuredClone(info)));
      return info;
    },

    async getSession(sessionId) {
      return structuredClone(tenant.open(sessionId).info);
    },

    async listSessions(options = {}) {
      tenant.assertOpen();
      checkListOptions(options);
      if (options.after !== undefined) tenant.open(options.after);
      const infos = [...tenant.sessions.values()].map((session) => session.info);
      return selectSessions(infos, options).map((info) => structuredClone(info));
    },

    async updateSession(sessionId, patch) {
      const session = tenant.open(sessionId);
      checkSessionPatch(patch);
      tenant.touch(session, copyValue(patch) as SessionPatch);
      return structuredClone(session.info);
    },

    async deleteSession(sessionId) {
      tenant.open(sessionId);
      tenant.sessions.delete(sessionId);
    },
  };
}

function entryMethods(tenant: MemoryTenant): Pick<Store, 'append' | 'read' | 'search'> {
  return {
    async append(sessionId, inputs, options) {
      const session = tenant.open(sessionId);
      checkEntryInputs(inputs);
      const expectedSeq = readExpectedSeq(options);
      const batch = new Map<string, Entry>();
      const result: Entry[] = [];
      for (const input of inputs) {
        const known = input.id === undefined ? undefined : session.seqById.get(input.id);
        const repeated = input.id === undefined ? undefined : batch.get(input.id);
        const entry =
          known === undefined
            ? (repeated ?? toEntry(input, sessionId, session.entries.length + batch.size))
            : entryAt(session, known);
        if (known === undefined) batch.set(entry.id, entry);
        result.push(entry);
      }
      if (batch.size === 0) return result;
      checkExpectedSeq(sessionId, expectedSeq, session.entries.length);
      const lines = [...batch.values()].map((entry) => encodeEntry(entry));
      for (const entry of batch.values()) session.seqById.set(entry.id, entry.seq);
      for (const line of lines) session.entries.push(line);
      tenant.touch(session, { entryCount: session.entries.length });
      return result;
    },

    async *read(sessionId, options) {
      const session = tenant.open(sessionId);
      checkReadOptions(options);
      for (const seq of selectSeqs(session.entries.length, options)) yield entryAt(session, seq);
    },

    async search(query, options = {}) {
      tenant.assertOpen();
      checkSearch(query, options);
      const {
        sessionId,
        sessionIds,
        throughSeq = Infinity,
        withdrawn = false,
        limit = 20,
      } = options;
      const wanted = new Set(sessionIds);
      const all =
        sessionId === undefined ? [...tenant.sessions.values()] : [tenant.open(sessionId)];
      const searched = all.filter(({ info }) => sessionIds === undefined || wanted.has(info.id));
      const hits = createSearchHits(searchTerms(query), limit);
      for (const session of searched) {
        const to = Math.min(throughSeq, session.entries.length - 1);
        for (const range of remainingRanges(withdrawn ? [] : session.withdrawn, { from: 0, to })) {
          for (let seq = range.from; seq <= range.to; seq++) hits.add(entryAt(session, seq));
        }
      }
      return hits.best();
    },
  };
}

function recordMethods(tenant: MemoryTenant): Pick<Store, 'appendRecord' | 'readRecords'> {
  return {
    async appendRecord(sessionId, input, options) {
      const session = tenant.open(sessionId);
      const record = checkRecordInput(input);
      const expectedEpoch = readExpectedEpoch(options);
      checkExpectedEpoch(sessionId, expectedEpoch, session.info.epoch);
      const recordSeq = session.records.length;
      const whole = completeRecord(record, session.entries.length);
      const stored: StoredRecord = { ...whole, recordSeq, recordedAt: tenant.now() };
      session.records.push({ type: record.type, text: encodeValue(stored) });
      if (stored.type === 'rewind') addWithdrawn(session, stored);
      tenant.touch(session, { epoch: epochAfter(record, session.info.epoch) });
      return stored;
    },

    async *readRecords(sessionId, options = {}) {
      const { records } = tenant.open(sessionId);
      checkReadRecordsOptions(options);
      const { type, limit = Infinity, ...range } = options;
      let left = limit;
      for (const recordSeq of selectSeqs(records.length, range)) {
        const record = records[recordSeq];
        if (record === undefined || (type !== undefined && record.type !== type)) continue;
        if (left-- <= 0) return;
        yield decodePlaced<StoredRecord>(record.text, `session ${sessionId}, record ${recordSeq}`);
      }
    },
  };
}

function mediaMethods(tenant: MemoryTenant): Pick<Store, 'putMedia' | 'getMedia'> {
  return {
    async putMedia(sessionId, bytes, mediaType) {
      checkMedia(bytes, mediaType);
      const sha256 = await sha256Hex(bytes);
      tenant.open(sessionId).media.set(sha256, new Uint8Array(bytes));
      return sha256;
    },

    async getMedia(sessionId, sha256) {
      checkMediaHash(sha256);
      const bytes = tenant.open(sessionId).media.get(sha256);
      if (bytes === undefined) {
        throw new CorruptRecordError(`session ${sessionId}, media ${sha256}`, 'not in the store');
      }
      return new Uint8Array(bytes);
    },
  };
}

function entryAt(session: MemorySession, seq: number): Entry {
  return decodeEntry(session.entries[seq] ?? '', `session ${session.info.id}, entry ${seq}`);
}

function addWithdrawn(session: MemorySession, rewind: RewindRecord): void {
  const before = session.withdrawn.map(({ from, to }) => ({ fromSeq: from, throughSeq: to }));
  session.withdrawn = withdrawnRanges([...before, rewind]);
}
