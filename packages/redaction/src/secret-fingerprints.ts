import { isEscapeLetter, isWordCharacter } from './word-character.js';

/** Short salted hashes of secrets. No secret can be recovered from them. */
export interface SecretFingerprints {
  /** The same for all hashes of a session, different for each session. */
  salt: string;
  /**
   * Oldest first, at most 100. Each is `length.hash.kind`: the length in UTF-16 units, 32 bits in
   * hex, and the kind of `[REDACTED:kind]`.
   */
  prints: string[];
}

/** The maximum number of secrets remembered; the oldest are removed first. */
const MAX_PRINTS = 100;
/** Shorter secrets match by chance and are easily guessed from a hash. */
const MIN_LENGTH = 8;
/** A run that can contain a secret: long enough and without white space. */
const candidateRun = /\S{8,}/g;
const markForm = /^\[REDACTED:([a-z-]+)\]$/;

/**
 * Adds the fingerprints of more secrets, given as a map from each secret to its mark. Returns
 * `undefined` if there are none. Skips secrets that `isDistinctive` rejects or that are shorter
 * than 8 UTF-16 units. Changes no argument.
 *
 * @param salt used if there are no fingerprints yet
 */
export function addFingerprints(
  prints: SecretFingerprints | undefined,
  secrets: ReadonlyMap<string, string>,
  salt: string,
): SecretFingerprints | undefined {
  const base = prints ?? { salt, prints: [] };
  const seed = hash(base.salt, 0);
  const all = new Set(base.prints);
  for (const [secret, mark] of secrets) {
    const kind = markForm.exec(mark)?.[1];
    if (kind === undefined || secret.length < MIN_LENGTH || !isDistinctive(secret)) continue;
    const print = `${secret.length}.${hash(secret, seed).toString(16)}.${kind}`;
    // A repeated secret becomes the newest.
    all.delete(print);
    all.add(print);
  }
  return all.size === 0 ? prints : { salt: base.salt, prints: [...all].slice(-MAX_PRINTS) };
}

/**
 * Tells whether a secret is unlikely to occur in other texts by chance: it has a digit and other
 * characters, and no white space.
 */
export function isDistinctive(secret: string): boolean {
  return /\d/.test(secret) && /[^\d.,:-]/.test(secret) && !/\s/.test(secret);
}

/**
 * Returns a function that replaces the secrets with these fingerprints by their marks where they
 * occur between word boundaries. Searches only runs of at least eight characters with a digit;
 * linear in the text times the number of different lengths.
 */
export function createFingerprintRedactor({
  salt,
  prints,
}: SecretFingerprints): (text: string) => string {
  const seed = hash(salt, 0);
  const byLength = new Map<number, Map<number, string>>();
  for (const print of prints) {
    const [length = '', digest = '', kind = ''] = print.split('.');
    const ofLength = byLength.get(Number(length)) ?? new Map<number, string>();
    byLength.set(Number(length), ofLength.set(Number.parseInt(digest, 16), `[REDACTED:${kind}]`));
  }
  // The longest match first, so that no part of a secret remains.
  const lengths = [...byLength].toSorted(([left], [right]) => right - left);

  function secretAt(text: string, start: number, to: number): [end: number, mark: string] | null {
    for (const [length, marks] of lengths) {
      const end = start + length;
      if (end > to || isWordCharacter(text.charCodeAt(end))) continue;
      const candidate = text.slice(start, end);
      const mark = isDistinctive(candidate) ? marks.get(hash(candidate, seed)) : undefined;
      if (mark !== undefined) return [end, mark];
    }
    return null;
  }

  return (text) => {
    let result = '';
    let copied = 0;
    for (const { 0: run, index: from } of text.matchAll(candidateRun)) {
      if (!/\d/.test(run)) continue;
      const to = from + run.length;
      for (let index = from; index <= to - MIN_LENGTH; index++) {
        if (isWordCharacter(text.charCodeAt(index - 1)) && !isEscapeLetter(text, index - 1))
          continue;
        const found = secretAt(text, index, to);
        if (found === null) continue;
        const [end, mark] = found;
        result += text.slice(copied, index) + mark;
        copied = end;
        index = end - 1;
      }
    }
    return copied === 0 ? text : result + text.slice(copied);
  };
}

/** 32 bits: enough to recognise a secret, too few to recover it. */
function hash(text: string, seed: number): number {
  let bits = seed ^ text.length;
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x5bd1e995);
    bits ^= bits >>> 15;
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
