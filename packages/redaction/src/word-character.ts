/**
 * Tells whether a UTF-16 code unit is a digit, an underscore, or a letter of a script that
 * separates words by spaces (Latin, Greek, Cyrillic). Characters of other scripts, such as CJK, are
 * separators: a path in Chinese prose has no space around it. False for `NaN`.
 */
export function isWordCharacter(code: number): boolean {
  if (code < 128) {
    const lower = code | 32;
    return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95;
  }
  if (code < 0xc0 || code > 0x52f || code === 0xd7 || code === 0xf7) return false;
  return code <= 0x24f || code >= 0x370;
}

/** Tells whether the UTF-16 unit at `index` is the `n`, `t` or `r` of an escape in JSON text. */
export function isEscapeLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code !== 110 && code !== 116 && code !== 114) return false;
  return text.charCodeAt(index - 1) === 92 && text.charCodeAt(index - 2) !== 92;
}
