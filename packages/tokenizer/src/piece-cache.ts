import { equalBytes } from './token-table.js';

/** Remembers how many tokens a piece has that is no token itself. Its memory is fixed. */
export interface PieceCache {
  /** The number of tokens, or 0 if the piece is not remembered. */
  get(view: DataView, start: number, length: number, hash: number): number;
  set(bytes: Uint8Array, start: number, length: number, hash: number, count: number): void;
}

/** Pieces longer than this are not remembered. */
export const MAX_CACHED_BYTES = 512;

const INDEX_BITS = 15;
const INDEX_SIZE = 1 << INDEX_BITS;
const ARENA_SIZE = 1 << 20;
/** Count (2 bytes) and length (2 bytes) before the bytes of a piece. */
const HEADER = 4;

/**
 * Pieces lie one behind the other in a ring of bytes, each overwritten when the ring comes round.
 * An index of the size of a power of two holds for a hash where the newest such piece lies. Places
 * are counted on and on, so an entry is alive as long as its place is less than a ring away.
 * Takes 1.3 MB.
 */
export function createPieceCache(): PieceCache {
  const arena = new Uint8Array(ARENA_SIZE + MAX_CACHED_BYTES + HEADER + 4);
  const arenaView = new DataView(arena.buffer);
  const hashes = new Int32Array(INDEX_SIZE);
  const places = new Float64Array(INDEX_SIZE).fill(-1);
  let next = 0;

  function get(view: DataView, start: number, length: number, hash: number): number {
    const slot = hash & (INDEX_SIZE - 1);
    if (hashes[slot] !== hash) return 0;
    const place = places[slot] as number;
    if (place < 0 || next - place > ARENA_SIZE) return 0;
    const at = place % ARENA_SIZE;
    const isSame =
      arenaView.getUint16(at + 2, true) === length &&
      equalBytes(view, start, arenaView, at + HEADER, length);
    return isSame ? arenaView.getUint16(at, true) : 0;
  }

  function set(
    bytes: Uint8Array,
    start: number,
    length: number,
    hash: number,
    count: number,
  ): void {
    const at = next % ARENA_SIZE;
    arenaView.setUint16(at, count, true);
    arenaView.setUint16(at + 2, length, true);
    for (let index = 0; index < length; index++) {
      arena[at + HEADER + index] = bytes[start + index] as number;
    }
    const slot = hash & (INDEX_SIZE - 1);
    hashes[slot] = hash;
    places[slot] = next;
    next += HEADER + length;
  }

  return { get, set };
}
