import { hashText } from './line-kind.js';
import { ROW_BYTES, rowAt } from './log-rows.js';
import type { OpenLog } from './open-log.js';

/** Finds where in a log an id may be, without reading lines. */
export interface IdTable {
  /** Places whose id has the same hash, which is rarely more than the right one. */
  candidates(log: OpenLog, id: string): Promise<number[]>;
}

const ROWS_AT_ONCE = 8192;

/**
 * A hash table of places, 12 bytes an entry or more, that grows with the log: only new rows are
 * read.
 */
export function createIdTable(): IdTable {
  let identity = '';
  let count = 0;
  let hashes = new Uint32Array(1024);
  let slots = new Int32Array(2048);

  function insert(seq: number): void {
    const mask = slots.length - 1;
    let slot = (hashes[seq] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = seq + 1;
  }

  function add(hash: number): void {
    if (count === hashes.length) {
      const grown = new Uint32Array(2 * count);
      grown.set(hashes);
      hashes = grown;
      slots = new Int32Array(4 * count);
      for (let seq = 0; seq < count; seq++) insert(seq);
    }
    hashes[count] = hash;
    insert(count);
    count++;
  }

  /** A file with another identity, or a shorter one, is not the log that was read before. */
  async function catchUp({ stats, table }: OpenLog): Promise<void> {
    const current = `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
    if (current !== identity || table.state.count < count) {
      identity = current;
      count = 0;
      slots.fill(0);
      await table.checkRows();
    }
    while (count < table.state.count) {
      const rows = table.rows(count, Math.min(count + ROWS_AT_ONCE, table.state.count));
      for (let index = 0; index < rows.length / ROW_BYTES; index++) add(rowAt(rows, index).hash);
    }
  }

  return {
    async candidates(log, id) {
      await catchUp(log);
      const hash = hashText(id);
      const mask = slots.length - 1;
      const found: number[] = [];
      for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const seq = (slots[slot] ?? 0) - 1;
        if (hashes[seq] === hash) found.push(seq);
      }
      return found;
    },
  };
}
