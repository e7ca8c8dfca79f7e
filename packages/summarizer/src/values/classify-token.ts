import type { ValueKind } from '@everlong/core';

import { AT, COLON, DIGIT, DOT, HYPHEN, SLASH, UNDERSCORE, LOWER } from './character-class.js';

/** A lower-case letter is followed by an upper-case one, as in camelCase. */
export const HUMP = 1024;
/** A dollar sign precedes the run. */
export const VARIABLE = 2048;

const EQUALS = 61;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const hash = /^(?:sha\d{1,3}-)?(?=[a-f\d]*\d)(?:[\da-f]{7,128}|[\dA-F]{7,128})$/;
const version = /^v?\d+(?:\.(?:\d+|x))+(?:[-_.]?(?:[a-z]{1,12})[-.\da-z]*)?$/i;
const quantity =
  /^\d+(?:\.\d+)?(?:[nu]?s|ms|secs?|mins?|h|hrs?|d|px|pt|r?em|v[hw]|dpi|fps|[kKMGT]i?[bB]?|bytes|[kMG]?Hz)$/;
/** Ordinals, factors, lines and ranges of editors (`130p`), and compounds such as `30-day`. */
const notExact = /^(?:\d+(?:st|nd|rd|th|[A-Za-z])|\d{1,3}(?:-[A-Za-z]+)+)$/;
const email = /^[\w.-]+@[\w-]+(?:\.[\w-]+)+$/;
const topLevelDomain = /\.[A-Za-z]{2,24}$/;
const packageSpec = /^@?[\w.-]+(?:\/[\w.-]+)?@v?\d[\w.-]*$/;
const scoped = /^@[\w.-]+(?:\/[\w.-]+)+$/;
const extension = /\.[A-Za-z][A-Za-z\d]{0,7}$/;
/** Common file extensions; other dotted names are names in code or hosts. */
export const fileExtension =
  /\.(?:[cm]?[jt]sx?|d\.ts|py[iwx]?|ipynb|rb|rs|go|java|kts?|swift|scala|c|cc|cpp|cxx|h|hpp|m|mm|cs|fs|vb|php|pl|pm|lua|r|jl|dart|exs?|erl|hs|clj|ml|sh|bash|zsh|fish|ps1|bat|sql|json[l5c]?|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|s?css|sass|less|vue|svelte|mdx?|rst|txt|csv|tsv|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|ico|mp[34]|wav|mov|zip|tar|gz|tgz|bz2|xz|7z|whl|jar|wasm|so|dll|exe|bin|dat|db|sqlite3?|proto|graphql|tf|gradle|patch|diff|pem|crt|key|map|snap|tmp|bak|ttf|woff2?)$/i;
const environment = /^(?:process\.env|import\.meta\.env|os\.environ)\.\w/;
const longPart = /[^.]{3}/;
const dottedName = /^[A-Za-z_][\w-]*(?:\.[\w-]+)+$/;

/**
 * The kind of value that a token is, or `undefined` for prose. The token has no punctuation at its
 * ends; `flags` are its character classes, `next` the code unit after it.
 */
export function classifyToken(token: string, flags: number, next: number): ValueKind | undefined {
  if ((flags & SLASH) !== 0) return classifyPath(token, flags);
  if ((flags & AT) !== 0) {
    if (email.test(token)) return topLevelDomain.test(token) ? 'email' : 'identifier';
    return packageSpec.test(token) ? 'identifier' : undefined;
  }
  if ((flags & COLON) !== 0) return 'identifier';
  if ((flags & DIGIT) !== 0) {
    const kind = classifyDigits(token, flags);
    if (kind !== null) return kind;
  }
  if ((flags & DOT) !== 0) return classifyDotted(token, next);
  if ((flags & VARIABLE) !== 0 && (flags & LOWER) === 0) {
    if (token.length < 2) return undefined;
    return (flags & UNDERSCORE) === 0 || isSnake(token) ? 'variable' : undefined;
  }
  if ((flags & UNDERSCORE) !== 0) {
    if (!isSnake(token)) return undefined;
    return next === EQUALS && (flags & LOWER) === 0 ? 'variable' : 'identifier';
  }
  if ((flags & HUMP) !== 0) return token.length >= 4 ? 'identifier' : undefined;
  return undefined;
}

function classifyPath(token: string, flags: number): ValueKind | undefined {
  const first = token.charCodeAt(0);
  if (first === 64) {
    if (scoped.test(token)) return extension.test(token) ? 'path' : 'identifier';
    return packageSpec.test(token) ? 'identifier' : 'path';
  }
  if (first === 47 || first === 46 || first === 126) return 'path';
  if ((flags & AT) !== 0 && packageSpec.test(token)) return 'identifier';
  if (fileExtension.test(token)) return 'path';
  if (token.includes('//')) return undefined;
  if (token.indexOf('/') !== token.lastIndexOf('/')) return 'path';
  // `text-white/50` and `page/3` are not places of files.
  if (/\/\d{1,3}$/.test(token)) return undefined;
  return (flags & (UNDERSCORE | DOT | DIGIT | HYPHEN | HUMP)) !== 0 ? 'path' : undefined;
}

/** `null` when the digits alone do not decide. */
function classifyDigits(token: string, flags: number): ValueKind | undefined | null {
  const first = token.charCodeAt(0);
  const startsWithDigit = first >= 48 && first <= 57;
  if ((flags & (DOT | UNDERSCORE)) === 0) {
    if ((flags & HYPHEN) !== 0 && token.length === 36 && uuid.test(token)) return 'uuid';
    if (token.length >= 7 && hash.test(token)) return 'hash';
  }
  if (startsWithDigit) {
    if (quantity.test(token) || /^0x[\da-f]+$/i.test(token)) return 'number';
    if (notExact.test(token)) return undefined;
  }
  if ((flags & DOT) !== 0) {
    if (version.test(token)) return 'version';
    if (fileExtension.test(token)) return 'path';
    return null;
  }
  if ((flags & HYPHEN) !== 0 && isCompound(token)) return undefined;
  return token.length >= 4 ? 'identifier' : null;
}

/** Whether a token is a word and a short number (`step-1`, `px-6`), not an id such as `gpt-4o`. */
function isCompound(token: string): boolean {
  return /^[a-z]+-\d{1,2}$/.test(token);
}

function classifyDotted(token: string, next: number): ValueKind | undefined {
  // `.env`, `.gitignore`: the splitter keeps the dot only of such names.
  if (token.charCodeAt(0) === 46) return 'path';
  if (next !== 40 && fileExtension.test(token)) return 'path';
  if (!dottedName.test(token)) return undefined;
  if (environment.test(token)) return 'variable';
  return longPart.test(token) ? 'identifier' : undefined;
}

/** `_emphasis_` is markup; `_private`, `__init__` and `a_b` are names. */
function isSnake(token: string): boolean {
  if (token.length < 3) return false;
  if (token.startsWith('_') && token.endsWith('_') && !token.startsWith('__')) {
    return token.slice(1, -1).includes('_');
  }
  return /[^_]/.test(token);
}
