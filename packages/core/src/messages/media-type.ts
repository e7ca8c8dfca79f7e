/** The top-level media types of IANA; the AI SDK takes one alone where it detects the rest. */
const TOP_LEVEL: ReadonlySet<string> = new Set([
  'application',
  'audio',
  'example',
  'font',
  'haptics',
  'image',
  'message',
  'model',
  'multipart',
  'text',
  'video',
]);

/** A type and a subtype (RFC 6838, section 4.2) or `*`, and parameters. */
const FULL = /^[a-z\d][\w!#$&^.+-]{0,126}\/(?:\*|[a-z\d][\w!#$&^.+-]{0,126})[ \t]*(?:;[^\n\r]*)?$/i;

/** Tells whether a text is a media type, such as `image/png`, `image/*` or `image`. */
export function isMediaType(text: string): boolean {
  return TOP_LEVEL.has(text.toLowerCase()) || FULL.test(text);
}
