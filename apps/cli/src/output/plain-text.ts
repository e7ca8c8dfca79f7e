/** Control characters, and marks that reorder text (bidirectional controls). */
const unsafe = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** The same and the line separators, which are valid in JSON but end lines for some readers. */
const unsafeInJson = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** The text without escape sequences: its only control characters are line feeds and tabs. */
export function plainText(text: string): string {
  return text.replaceAll(unsafe, '');
}

/** The text in one line, each run of white space collapsed to a space. */
export function oneLine(text: string): string {
  return plainText(text.replaceAll(/\s+/g, ' ')).trim();
}

/** A value as one line of JSON that is safe to print: control characters are escaped. */
export function plainJson(value: unknown): string {
  return escapeJson(JSON.stringify(value));
}

/** Equivalent JSON text with control characters escaped. */
export function escapeJson(json: string): string {
  return json.replaceAll(
    unsafeInJson,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
