import { createRandom } from '@everlong/testing/random';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE64 = `${LETTERS}${LETTERS.toUpperCase()}0123456789+/`;

const UNITS: Record<string, string | string[]> = {
  'one letter': 'a',
  'equals signs': '=',
  spaces: ' ',
  newlines: '\n',
  'random letters': Array.from(LETTERS),
  punctuation: Array.from('!#$%&()*+,-./:;<=>?@[]^_{|}~'),
  digits: Array.from('0123456789'),
  'CJK, no punctuation': Array.from({ length: 4000 }, (_, index) =>
    String.fromCharCode(0x4e00 + index * 5),
  ),
  'base64, one line': Array.from(BASE64),
};

/** Texts that hang or trap other tokenizers: no word boundary, or nothing else. */
export const LONG_INPUTS: string[] = Object.keys(UNITS);

/** About `size` bytes of one of them. */
export function longInput(name: string, size: number): string {
  const units = UNITS[name] ?? ' ';
  if (typeof units === 'string') return units.repeat(size / units.length);
  const random = createRandom(5);
  const bytesPerUnit = Buffer.byteLength(units[0] ?? ' ');
  const parts: string[] = [];
  for (let bytes = 0; bytes < size;) {
    const part = Array.from({ length: 10_000 }, () => random.pick(units)).join('');
    parts.push(part);
    bytes += 10_000 * bytesPerUnit;
  }
  return parts.join('');
}
