/**
 * Whether a UTF-16 code unit is a letter, digit or underscore of a script that writes words with
 * spaces (Latin, Greek, Cyrillic). Others, such as CJK, separate: a path in Chinese prose has no space
 * around it.
 */
export function isWordCharacter(code: number): boolean {
  if (code < 128) {
    const lower = code | 32;
    return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 95;
  }
  if (code < 0xc0 || code > 0x52f || code === 0xd7 || code === 0xf7) return false;
  return code <= 0x24f || code >= 0x370;
}

/** Whether the code unit at `index` is the letter of an escape such as `\n` in JSON text. */
export function isEscapeLetter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code !== 110 && code !== 116 && code !== 114) return false;
  return text.charCodeAt(index - 1) === 92 && text.charCodeAt(index - 2) !== 92;
}
