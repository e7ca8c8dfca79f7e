const SEQ_COUNT = 2 ** 26;

/** The primary key of the entry or record at a place: session key × 2²⁶ + place. */
export function rowKey(sessionKey: number, seq: number): number {
  return sessionKey * SEQ_COUNT + seq;
}

/** The place within its session of the row with this primary key. */
export function seqOf(key: number): number {
  return key % SEQ_COUNT;
}
