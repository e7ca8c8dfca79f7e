/** The bytes of tokens, each written when it is first asked for. */
export interface TokenBytes {
  /** The place in `bytes` where the bytes of a token begin. */
  startOf(token: number): number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes after the last token, so that whole words can be read at any token. */
const PADDING = 8;

/**
 * The first 256 tokens are the bytes `singles`; each further one is made of the tokens `left` and
 * `right` of its place.
 */
export function createTokenBytes(
  singles: Int32Array,
  left: Int32Array,
  right: Int32Array,
  lengths: Uint8Array,
): TokenBytes {
  let totalBytes = 0;
  for (const length of lengths) totalBytes += length;
  const bytes = new Uint8Array(totalBytes + PADDING);
  const starts = new Int32Array(lengths.length).fill(-1);
  for (let token = 0; token < 256; token++) {
    bytes[token] = singles[token] as number;
    starts[token] = token;
  }
  let end = 256;

  function startOf(token: number): number {
    const known = starts[token] as number;
    return known < 0 ? write(token) : known;
  }

  function write(token: number): number {
    const first = left[token] as number;
    const second = right[token] as number;
    const firstStart = startOf(first);
    const secondStart = startOf(second);
    const start = end;
    append(firstStart, lengths[first] as number);
    append(secondStart, lengths[second] as number);
    starts[token] = start;
    return start;
  }

  function append(from: number, length: number): void {
    for (let at = from; at < from + length; at++) bytes[end++] = bytes[at] as number;
  }

  return { startOf, bytes };
}
