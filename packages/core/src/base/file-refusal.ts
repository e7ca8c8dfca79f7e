import { errorTexts, statusOf } from './error-texts.js';

/** The end of the kind of a file that a request names by its URL. */
export const BY_URL = ' by URL';

/** The characters of an error that are read; some servers repeat the whole request in theirs. */
const MAX_ERROR_LENGTH = 4000;

/** How providers say that they do not take the type of a file, in the wording of their APIs. */
const REFUSAL_SIGN = /\b(?:mime|media)[ _-]?type|\bunsupported (?:image|file|document)/i;

/** Says that a file is of another type than it is said to be: that type is not refused. */
const MISLABELED_SIGN = /\bappears to be\b|\bdoes not match\b/i;

/** The part of an error that says what it expected in place of what it got. */
const EXPECTED = /\bexpected one of\b[^\n]*|\bexpected\b[^\n]*?\b(?:got|received|found)\b/g;

/** Says that the types in an error are those that are taken. */
const ACCEPTED_SIGN =
  /\b(?:should|must) be\b|\bfollowing (?:formats|types)|\b(?:supported|allowed|accepted) (?:\w+ )?(?:formats|types) are\b/i;

/** The answers of a provider that are about a request itself. */
const REFUSAL_STATUSES: ReadonlySet<unknown> = new Set([400, 415, 422]);

/**
 * The kinds among those of a request's files that the error of a call does not take: media types,
 * with `BY_URL` where the file is named by its URL. Reads what an adapter of the AI SDK throws before
 * it sends anything, and what providers answer; none for any other error.
 */
export function readFileRefusal(error: unknown, kinds: readonly string[]): string[] {
  const said = errorTexts(error).join('\n').slice(0, MAX_ERROR_LENGTH).toLowerCase();
  const text = said.replaceAll(EXPECTED, '');
  if (isUnsupported(error)) return unsupportedKinds(text, kinds);
  if (!REFUSAL_STATUSES.has(statusOf(error)) || !REFUSAL_SIGN.test(text)) return [];
  if (MISLABELED_SIGN.test(text)) return [];
  const named = kinds.filter((kind) => names(text, kind));
  return ACCEPTED_SIGN.test(text) ? notAccepted(text, kinds) : named;
}

/** Tells whether an adapter says that its provider has no place for something. */
function isUnsupported(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { name, cause, lastError } = error as Record<string, unknown>;
  return (
    name === 'AI_UnsupportedFunctionalityError' ||
    isUnsupported(cause, depth + 1) ||
    isUnsupported(lastError, depth + 1)
  );
}

/** `file part media type video/mp4`, `audio file parts with URLs`, `non-image file parts`. */
function unsupportedKinds(text: string, kinds: readonly string[]): string[] {
  const isAboutUrls = /\burls?\b/.test(text);
  const meant = kinds.filter((kind) => !isAboutUrls || kind.endsWith(BY_URL));
  const named = meant.filter((kind) => names(text, kind));
  if (named.length > 0) return named;
  if (/[a-z]+\/[a-z*]/.test(text)) return [];
  const [, taken] = /\bonly (.*?) (?:is|are) supported\b/.exec(text) ?? [];
  if (taken !== undefined) return meant.filter((kind) => !isAmong(kind, taken));
  if (/\bnon-image\b/.test(text)) return meant.filter((kind) => !kind.startsWith('image/'));
  if (/\bpdfs?\b/.test(text)) return meant.filter((kind) => kind.startsWith('application/pdf'));
  const [top] = /\b(?:image|audio|video|text)\b/.exec(text) ?? [];
  if (top !== undefined) return meant.filter((kind) => kind.startsWith(`${top}/`));
  return /\bfiles?\b/.test(text) ? [...meant] : [];
}

/**
 * Tells whether a kind is one of those that an adapter takes, such as `images and PDF file parts`.
 */
function isAmong(kind: string, taken: string): boolean {
  const [top = '', subtype = ''] = kind.replace(BY_URL, '').split('/');
  return taken.includes(top === 'application' ? subtype : top);
}

/** The types beside those that an error lists as taken that it does not list. */
function notAccepted(text: string, kinds: readonly string[]): string[] {
  const tops = new Set(['image', 'audio', 'video'].filter((top) => text.includes(top)));
  return kinds.filter((kind) => {
    const [top = '', rest = ''] = kind.split('/');
    const [subtype = ''] = rest.split(BY_URL);
    return tops.has(top) && !rest.startsWith('*') && !hasWord(text, subtype);
  });
}

/** Tells whether the text has the media type, or one of the group that `image/*` stands for. */
function names(text: string, kind: string): boolean {
  const type = kind.replace(BY_URL, '');
  return type.endsWith('/*') ? text.includes(type.slice(0, -1)) : hasWord(text, type);
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return at >= 0 && !/[a-z0-9.+-]/.test(text.charAt(at + word.length).replace('.', ''));
}
