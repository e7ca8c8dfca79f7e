import type { Random } from './random.js';

/** What the pieces of an encoding begin with, end with, and turn on. */
const FRAGMENTS = [
  ['a', 'B', 'the', 'ing', 'HTTP', 'Ab', 'é', 'ß', 'Σ', 'ς', 'ǅ', 'ᾈ', 'ʰ', 'ª'],
  ['中', '文', '北京', 'の', 'ー', 'カ', '한', '국', 'д', 'Ж', 'ה', 'إ', 'ا', 'ส', 'क', 'ि', 'თ'],
  ['1', '42', '2026', '²', '½', '٣', 'Ⅻ', '१'],
  [' ', '  ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u0085', '\u2028', '\u3000', '\ufeff'],
  ["'s", "'S", "'ſ", "'LL", "'re", "'Ve", "'", "''", 'n’t'],
  ['/', '//', '!', '?', '#', '{"', '":', '},', '=', '==', '-', '_', '0x', '<|', '|>', '\0'],
  ['<|endoftext|>', '<|fim_prefix|>', 'hasOwnProperty', '__proto__'],
  ['\u0301', '\u200d', '\ufe0f', '😀', '👩‍👩‍👧', '🇩🇪', '𝒳', '𠀀', '\ue000', '\u{e0101}'],
  ['\ud800', '\udc00'],
].flat();

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCXYZ',
  '0123456789',
  '=-',
  ' \n',
  '中文字元',
  '😀😁',
];

/** A random text of mixed scripts, spaces, symbols, broken surrogates and runs. */
export function randomText(random: Random): string {
  switch (random.below(8)) {
    case 0:
      return randomCodePoints(random);
    case 1:
      return randomRun(random);
    default:
      return Array.from({ length: 1 + random.below(40) }, () => random.pick(FRAGMENTS)).join('');
  }
}

function randomCodePoints(random: Random): string {
  const limit = random.pick([0x80, 0x800, 0x3100, 0x10000, 0x32000, 0x110000]);
  return Array.from({ length: 1 + random.below(60) }, () =>
    String.fromCodePoint(random.below(limit)),
  ).join('');
}

function randomRun(random: Random): string {
  const alphabet = Array.from(random.pick(ALPHABETS));
  const letters = alphabet.slice(0, 1 + random.below(alphabet.length));
  const length = random.below(random.pick([20, 200, 1500]));
  return Array.from({ length }, () => random.pick(letters)).join('');
}

/** Every code point from `first` to `last` in several surroundings, some hundred to a text. */
export function* codePointTexts(first: number, last: number): Generator<string> {
  const perText = 64;
  for (let start = first; start <= last; start += perText) {
    let text = '';
    for (let codePoint = start; codePoint < start + perText && codePoint <= last; codePoint++) {
      const it = String.fromCodePoint(codePoint);
      text += `a${it}B${it}${it} ${it}b 1${it}2 ${it}'s\n${it}'s${it}1234 ${it}\r\n!${it}/ ${it}Ab`;
    }
    yield text;
  }
}
