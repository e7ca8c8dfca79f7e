import type { EntryInput, Store } from '@everlong/core';

/** The orders of a writer process, as JSON in its first argument. */
export interface WriterOrders {
  /** The module that exports the store's factory, as a URL, and the factory's name and options. */
  module: string;
  factory: string;
  options: unknown;
  sessionId: string;
  /** Distinguishes the ids of this writer from those of others. */
  writer: string;
  /** Batches to append; without it, the writer appends until it is killed. */
  batches?: number;
  /** Finishes without closing the store: the process must exit nevertheless. */
  leavesOpen?: boolean;
}

/**
 * A process of its own that appends batches of entries, and now and then a record, and prints one
 * line for each when it is acknowledged: `ids` and the ids, or `record` and its number. Ids are
 * `<writer>:<batch>:<index>/<size>`. What goes wrong is printed as `error` and a message.
 */
async function write(orders: WriterOrders): Promise<void> {
  const { sessionId, writer, batches = Infinity } = orders;
  const module = (await import(orders.module)) as Record<string, unknown>;
  const create = module[orders.factory] as (options: unknown) => Store | Promise<Store>;
  const store = await create(orders.options);
  for (let batch = 0; batch < batches; batch++) {
    const stored = await store.append(sessionId, makeBatch(writer, batch));
    report('ids', ...stored.map((entry) => entry.id));
    if (batch % 5 !== 4) continue;
    const value = { writer, batch };
    const record = await store.appendRecord(sessionId, { type: 'note', name: 'crash', value });
    report('record', String(record.recordSeq));
  }
  if (orders.leavesOpen !== true) await store.close();
}

function makeBatch(writer: string, batch: number): EntryInput[] {
  const size = 1 + (batch % 4);
  const length = batch % 13 === 7 ? 60_000 : 40 * size;
  return Array.from({ length: size }, (_, index) => ({
    id: `${writer}:${batch}:${index}/${size}`,
    message: { role: 'user', content: `${writer} ${batch} "東京" ${'x'.repeat(length)}` },
  }));
}

function report(...words: string[]): void {
  process.stdout.write(`${words.join(' ')}\n`);
}

// Node restores the default, which would end the process instead of failing the write.
process.on('SIGXFSZ', () => {});

try {
  await write(JSON.parse(process.argv[2] ?? '{}') as WriterOrders);
} catch (error) {
  report('error', String(error));
  process.exitCode = 1;
}
