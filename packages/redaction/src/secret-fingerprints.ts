import { isEscapeLetter, isWordCharacter } from './word-character.js';

/** Short salted hashes of secrets, of which none can be read back. */
export interface SecretFingerprints {
  /** The same for all hashes of a session, and different for different sessions. */
  salt: string;
  /** `length.hash.kind`: the length in UTF-16 units, 32 bits in hex, the kind in `[REDACTED:kind]`. */
  prints: string[];
}

/** The most secrets that are remembered; the newest stay. */
const MAX_PRINTS = 100;
/** Shorter ones are too easily found by chance, and guessed. */
const MIN_LENGTH = 8;
/** What may hold one: as long, and without white space. */
const candidateRun = /\S{8,}/g;
const markForm = /^\[REDACTED:([a-z-]+)\]$/;

/**
 * The prints with those of more secrets (each with the mark that stands in its place); `salt` is
 * used where there are none yet. Secrets under 8 characters are not remembered.
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
    if (kind === undefined || secret.length < MIN_LENGTH || !isTelling(secret)) continue;
    const print = `${secret.length}.${hash(secret, seed).toString(16)}.${kind}`;
    // Seen again it is the newest.
    all.delete(print);
    all.add(print);
  }
  return all.size === 0 ? prints : { salt: base.salt, prints: [...all].slice(-MAX_PRINTS) };
}

/** Only what no other text is likely to hold by chance: a digit, other signs, no white space. */
export function isTelling(secret: string): boolean {
  return /\d/.test(secret) && /[^\d.,:-]/.test(secret) && !/\s/.test(secret);
}

/**
 * What takes the secrets with these prints out of a text, wherever they stand between word
 * boundaries. Linear in the text times the number of different lengths, which only runs of eight
 * characters and more with a digit are searched for.
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
  // Of two that begin at one place the longer one leaves nothing of itself behind.
  const lengths = [...byLength].toSorted(([left], [right]) => right - left);

  function secretAt(text: string, start: number, to: number): [end: number, mark: string] | null {
    for (const [length, marks] of lengths) {
      const end = start + length;
      if (end > to || isWordCharacter(text.charCodeAt(end))) continue;
      const candidate = text.slice(start, end);
      const mark = isTelling(candidate) ? marks.get(hash(candidate, seed)) : undefined;
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

/** 32 bits: enough to know a secret again, too few to tell a long one from what else has them. */
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
