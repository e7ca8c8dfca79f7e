import type { SessionInfo, Store } from '@everlong/core';

import { toWireJson } from '../http/wire-json.js';
import { presentEntry, presentSession } from './present.js';

/** A session as lines of JSON, read from the store as fast as the client reads. */
export function exportSession(store: Store, info: SessionInfo): ReadableStream<Uint8Array> {
  return linesOf(sessionLines(store, info));
}

/** Streams objects as lines of JSON. */
export function linesOf(objects: AsyncIterable<object>): ReadableStream<Uint8Array> {
  const iterator = objects[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(`${toWireJson(value)}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** The session, its messages, its records. */
export async function* sessionLines(store: Store, info: SessionInfo): AsyncGenerator<object> {
  yield presentSession(info);
  for await (const entry of store.read(info.id)) yield presentEntry(entry);
  for await (const record of store.readRecords(info.id)) {
    yield { object: 'record', session_id: info.id, ...record };
  }
}
