/** A text as every database and file keeps it: without NUL and halves of characters. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}
