const beyondAscii = /[^\0-\x7f]/;
const accents = /[\u0300-\u036f]/g;

/** A text in lower case and without the accents of its letters, to compare words by. */
export function foldCase(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(accents, '').normalize('NFC').toLowerCase();
}
