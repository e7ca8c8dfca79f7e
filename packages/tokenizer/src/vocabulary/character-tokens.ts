import { codePointAt } from '../scanning/character-class.js';
import { hashPiece, type TokenTable } from './token-table.js';

/** Characters that are tokens. */
export interface CharacterTokens {
  /** The token that the character of `length` bytes at `position` is, or `SEVERAL`. */
  find(bytes: Uint8Array, view: DataView, position: number, length: number): number;
}

/** The character is no token by itself. */
export const SEVERAL = -2;
/** In the table: not looked up yet. */
const UNKNOWN = -1;
/** The characters of 2 and 3 bytes: U+0080 to U+FFFF. */
const TABLE_SIZE = 0x10000;
const MAX_TABLE_BYTES = 3;

export function createCharacterTokens(tokens: TokenTable): CharacterTokens {
  const characterTokens = new Int32Array(TABLE_SIZE).fill(UNKNOWN);
  return {
    find(bytes, view, position, length) {
      if (length > MAX_TABLE_BYTES) return SEVERAL;
      const codePoint = codePointAt(bytes, position);
      const known = characterTokens[codePoint] as number;
      if (known !== UNKNOWN) return known;
      const hash = hashPiece(bytes, position, position + length);
      const found = tokens.find(view, position, length, hash);
      return (characterTokens[codePoint] = found < 0 ? SEVERAL : found);
    },
  };
}
