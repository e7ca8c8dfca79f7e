import {
  isPlaceholder,
  isSecretName,
  isSecretValue,
  kindOf,
  redactAssignments,
} from './secret-assignments.js';
import { redactPrivateKeys } from './redact-private-keys.js';
import { redactWrapped } from './redact-wrapped.js';
import { replaceLongRuns } from './replace-long-runs.js';
import { redactHeaders } from './secret-headers.js';
import {
  knownSecret,
  knownSecretAfterEscape,
  MIN_KNOWN_LENGTH,
  passwordHash,
  secondKey,
  urlTokens,
} from './secret-shapes.js';

const credentials = /(:\/\/[^\s:@/"'<>[?#]{0,128}:)([^\s/"'<>?#]{1,256})(?=@)/g;
const userToken = /(:\/\/)(?=[\w-]{0,256}\d)([\w-]{20,256})(?=@)/g;
const seedPhrase =
  /((?:nemonic|hrase|NEMONIC|HRASE)["']?\s{0,2}(?:[:=]|\bis\b)\s{0,2}["']?)((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/g;

/** Cheap test: without one of these words the text has no secret header and no seed phrase. */
const announced =
  /uthorization|UTHORIZATION|earer|EARER|ookie|OOKIE|curl|nemonic|NEMONIC|hrase|HRASE/;

/**
 * Replaces every recognised secret by `[REDACTED:kind]`: keys and tokens of known shapes, private
 * keys, passwords in URLs and connection strings, credentials in authorization headers and cookies,
 * and values assigned to names such as `password` or `api_key`, also in flags, XML and .netrc
 * files. Unrecognised secrets stay. Linear in the text, idempotent. Of a text it never throws; what is
 * none is a `TypeError`.
 *
 * @param key the name of the field that holds the text: if it names a secret, such as `password`,
 *   the whole text is taken for one
 */
export function redactSecrets(text: string, key = ''): string {
  requireText(text);
  if (text.length < 6) return text;
  let result = redactPrivateKeys(text);
  if (isSecretName(key) && isSecretValue(result, true, key)) return `[REDACTED:${kindOf(key)}]`;
  result = redactKnown(result);
  if (result.includes('$')) result = result.replace(passwordHash, '[REDACTED:password]');
  if (result.includes('://')) result = redactUrls(result);
  if (announced.test(result)) {
    result = redactHeaders(result).replace(seedPhrase, '$1[REDACTED:seed-phrase]');
  }
  return redactAssignments(result);
}

function requireText(text: unknown): void {
  if (typeof text === 'string') return;
  throw new TypeError(`redactSecrets takes a text, not ${text === null ? 'null' : typeof text}.`);
}

function redactKnown(text: string): string {
  const marked = replaceLongRuns(text, MIN_KNOWN_LENGTH, (run) => run.replace(knownSecret, markOf));
  const result =
    marked === text ? text : redactWrapped(marked).replace(secondKey, '$1[REDACTED:secret]');
  if (!result.includes('\\')) return result;
  return result.replace(
    knownSecretAfterEscape,
    (whole, escape: string, apiKey: string | undefined) =>
      escape + markOf(whole.slice(escape.length), apiKey),
  );
}

/** Hyphenated words can look like a key; every real key has a digit. */
function markOf(secret: string, apiKey: string | undefined): string {
  if (!/\d/.test(secret)) return secret;
  return apiKey === undefined ? '[REDACTED:token]' : '[REDACTED:api-key]';
}

function redactUrls(text: string): string {
  let result = text
    .replace(credentials, (whole, lead: string, value: string) =>
      isPlaceholder(value) ? whole : `${lead}[REDACTED:password]`,
    )
    .replace(userToken, '$1[REDACTED:token]');
  for (const pattern of urlTokens) result = result.replace(pattern, '$1[REDACTED:token]');
  return result;
}
