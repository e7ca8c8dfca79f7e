import { isSecretValue } from './secret-assignments.js';

const authorization =
  /((?:uthorization|UTHORIZATION)["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:Bearer|Basic|Token|ApiKey|Digest)\s{1,4})?)([\w.~+/=:-]{8,4096})/g;
const bearer = /((?:[Bb]earer|BEARER)\s{1,4})([\w.~+/=-]{16,4096})/g;
const cookies = /((?:ookie|OOKIE)["']?(?:\s{0,2}[:=]|\s)\s{0,2}["']?)([^\r\n"']{8,4096})/g;
const cookieFlag = /(\s-b ?["']?)([^\r\n"']{8,4096})/g;
const cookie = /((?:^|[;\s])[\w.$-]{1,64}=)([^;,\s"'\\]{8,4096})/g;

/**
 * Redacts credentials in HTTP headers: Authorization with any scheme, `Bearer …` anywhere, and the
 * values of cookies. Linear in the text.
 */
export function redactHeaders(text: string): string {
  const result = text
    .replace(authorization, (whole, lead: string, value: string) =>
      /\d|=$/.test(value) ? `${lead}[REDACTED:token]` : whole,
    )
    .replace(bearer, (whole, lead: string, value: string) =>
      /\d/.test(value) ? `${lead}[REDACTED:token]` : whole,
    )
    .replace(cookies, redactPairs);
  return result.includes('curl') ? result.replace(cookieFlag, redactPairs) : result;
}

function redactPairs(_: string, lead: string, pairs: string): string {
  return (
    lead +
    pairs.replace(cookie, (pair, name: string, value: string) =>
      isSecretValue(value, true, name) ? `${name}[REDACTED:cookie]` : pair,
    )
  );
}
