/** Shorter repetitions are no phrases: their characters count one by one. */
const MIN_PHRASE_CHARACTERS = 5;

/** How many places with the same hash are compared, and how many are visited, newest first. */
const MAX_COMPARED = 32;
const MAX_VISITED = 256;

const HASH_BITS = 17;

/** Texts in which the phrases of another text are looked up, in memory linear in their length. */
export interface PhraseIndex {
  /** Adds a text and gives its number; the numbers count up from 0. */
  add(text: string): number;
  /**
   * The length of the longest phrase of `text` at `at` in the allowed texts; 0 below 5 characters.
   */
  longest(text: string, at: number, isAllowed: (id: number) => boolean): number;
  /** The characters of all texts. */
  readonly characters: number;
}

/** An index by hash chains, as in deflate: every place links to the previous one of its hash. */
export function createPhraseIndex(): PhraseIndex {
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  const ends: number[] = [];
  let characters = new Uint16Array(1 << 14);
  let owners = new Int32Array(1 << 14);
  let before = new Int32Array(1 << 14);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= characters.length) return;
    const size = Math.max(characters.length * 2, length + more);
    characters = enlarged(characters, new Uint16Array(size));
    owners = enlarged(owners, new Int32Array(size));
    before = enlarged(before, new Int32Array(size));
  }

  function matchLength(text: string, at: number, place: number): number {
    const end = ends[owners[place] ?? 0] ?? 0;
    const most = Math.min(text.length - at, end - place);
    let same = 0;
    while (same < most && characters[place + same] === text.charCodeAt(at + same)) same++;
    return same;
  }

  return {
    get characters() {
      return length;
    },
    add(text) {
      const id = ends.length;
      reserve(text.length);
      for (let at = 0; at < text.length; at++) {
        characters[length + at] = text.charCodeAt(at);
        owners[length + at] = id;
        if (at + MIN_PHRASE_CHARACTERS > text.length) continue;
        const hash = hashAt(text, at);
        before[length + at] = heads[hash] ?? -1;
        heads[hash] = length + at;
      }
      length += text.length;
      ends.push(length);
      return id;
    },
    longest(text, at, isAllowed) {
      if (at + MIN_PHRASE_CHARACTERS > text.length) return 0;
      let best = 0;
      let compared = 0;
      let place = heads[hashAt(text, at)] ?? -1;
      for (let visited = 0; place >= 0 && visited < MAX_VISITED; visited++) {
        if (isAllowed(owners[place] ?? 0)) {
          best = Math.max(best, matchLength(text, at, place));
          if (++compared === MAX_COMPARED || at + best === text.length) break;
        }
        place = before[place] ?? -1;
      }
      return best < MIN_PHRASE_CHARACTERS ? 0 : best;
    },
  };
}

function enlarged<Places extends Uint16Array | Int32Array>(old: Places, larger: Places): Places {
  larger.set(old);
  return larger;
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let next = at; next < at + MIN_PHRASE_CHARACTERS; next++) {
    hash = Math.imul(hash ^ text.charCodeAt(next), 0x9e37_79b1);
    hash ^= hash >>> 15;
  }
  return hash >>> (32 - HASH_BITS);
}

/** An index, and which of its texts may be used. */
export interface AllowedTexts {
  index: PhraseIndex;
  isAllowed(id: number): boolean;
}

/**
 * The number of phrases in a text, given other texts: from left to right the longest piece that
 * occurs in one of them, or else a single character (as in LZ77).
 */
export function countPhrases(text: string, given: readonly AllowedTexts[]): number {
  let phrases = 0;
  for (let at = 0; at < text.length; phrases++) {
    let longest = 1;
    for (const { index, isAllowed } of given) {
      longest = Math.max(longest, index.longest(text, at, isAllowed));
    }
    at += longest;
  }
  return phrases;
}
