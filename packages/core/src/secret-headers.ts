import { isSecretValue } from './secret-assignments.js';

const authorization =
  /((?:uthorization|UTHORIZATION)["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:Bearer|Basic|Token|ApiKey|Digest)\s{1,4})?)([\w.~+/=:-]{8,4096})/g;
const bearer = /((?:[Bb]earer|BEARER)\s{1,4})([\w.~+/=-]{16,4096})/g;
const basic = /((?:Basic|Token) )([A-Za-z\d+/_-]{16,4096}={0,2})(?![\w/-])/g;
const cookies =
  /((?:ookie["']?\s{0,2}[:=]|COOKIE["']?\s{0,2}[:=]|\s-b|--cookie)\s{0,2}["']?)([^\r\n"']{8,4096})/g;
const cookie = /((?:^|[;\s])[\w.$-]{1,64}=)([^;,\s"'\\]{8,4096})/g;

/**
 * The text without the credentials in HTTP headers: Authorization with any scheme, `Bearer …`
 * wherever it stands, and the values of cookies. Linear in the text.
 */
export function redactHeaders(text: string): string {
  return text
    .replace(authorization, (whole, lead: string, value: string) =>
      /\d|=$/.test(value) ? `${lead}[REDACTED:token]` : whole,
    )
    .replace(bearer, (whole, lead: string, value: string) =>
      /\d/.test(value) ? `${lead}[REDACTED:token]` : whole,
    )
    .replace(basic, (whole, lead: string, value: string) =>
      isMixed(value) ? `${lead}[REDACTED:token]` : whole,
    )
    .replace(
      cookies,
      (_, lead: string, pairs: string) =>
        lead +
        pairs.replace(cookie, (pair, name: string, value: string) =>
          isSecretValue(value, true, name) ? `${name}[REDACTED:cookie]` : pair,
        ),
    );
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !value.includes('-');
}
