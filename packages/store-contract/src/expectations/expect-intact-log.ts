import assert from 'node:assert/strict';

import type { Entry, Store } from '@everlong/core';

import { collect } from '../samples/samples.js';

/** How much of a session was found intact. */
export interface CheckedLog {
  entries: number;
  records: number;
}

/** Ids and records acknowledged since the last check. */
export interface Acknowledged {
  ids: readonly string[];
  records: readonly number[];
}

/**
 * Throws unless everything acknowledged is in the log once and in order, batches are whole, and
 * numbers have no gaps. Looks at what came after the last check only, and returns the new state.
 */
export async function expectIntactLog(
  store: Store,
  sessionId: string,
  acknowledged: Acknowledged,
  before: CheckedLog = { entries: 0, records: 0 },
): Promise<CheckedLog> {
  const entries = await collect(store.read(sessionId, { from: before.entries }));
  entries.forEach((entry, index) => assert.equal(entry.seq, before.entries + index));
  const places = new Map(entries.map((entry) => [entry.id, entry.seq]));
  assert.equal(places.size, entries.length, 'an entry is in the log twice');
  expectInOrder(acknowledged.ids, places);
  expectWholeBatches(entries);

  const records = await collect(store.readRecords(sessionId, { from: before.records }));
  records.forEach((record, index) => assert.equal(record.recordSeq, before.records + index));
  const end = {
    entries: before.entries + entries.length,
    records: before.records + records.length,
  };
  for (const record of acknowledged.records) assert.ok(record < end.records, 'a record is missing');
  assert.equal((await store.getSession(sessionId)).entryCount, end.entries);
  return end;
}

function expectInOrder(ids: readonly string[], places: ReadonlyMap<string, number>): void {
  const last = new Map<string, number>();
  for (const id of ids) {
    const [writer = ''] = id.split(':');
    const place = places.get(id);
    assert.ok(place !== undefined, `the acknowledged entry ${id} is missing`);
    assert.ok(place > (last.get(writer) ?? -1), `the acknowledged entry ${id} is out of order`);
    last.set(writer, place);
  }
}

/** Ids are `<writer>:<batch>:<index>/<size>`. */
function expectWholeBatches(entries: readonly Entry[]): void {
  let expected: string | undefined;
  for (const { id } of entries) {
    const [batch, index, size] = [id.slice(0, id.lastIndexOf(':')), ...placeInBatch(id)];
    assert.ok(
      expected === undefined ? index === 0 : id === expected,
      `${id} stands where ${expected ?? 'a batch'} should begin`,
    );
    expected = index + 1 < size ? `${batch}:${index + 1}/${size}` : undefined;
  }
  assert.equal(expected, undefined, 'the last batch is torn');
}

function placeInBatch(id: string): [index: number, size: number] {
  const [index = '0', size = '1'] = id.slice(id.lastIndexOf(':') + 1).split('/');
  return [Number(index), Number(size)];
}
