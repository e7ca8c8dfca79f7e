/**
 * Kinds of secrets by their shape. Each pattern begins with literal text or a look-behind and
 * repeats within bounds, so that redaction is linear in the text.
 */
const shapes: readonly [kind: string, pattern: RegExp][] = [
  ['api-key', /(?<![\w-])sk-(?:ant-|proj-|or-|svcacct-)?[\w-]{16,256}(?![\w-])/g],
  [
    'api-key',
    /(?<![\w-])(?:AIza[\w-]{35}|SG\.[\w-]{16,64}\.[\w-]{16,64}|(?:sk|rk|pk)_(?:live|test)_\w{10,128})/g,
  ],
  ['api-key', /(?<![\w-])(?:AKIA|ASIA)[A-Z\d]{16}(?!\w)/g],
  [
    'token',
    /(?<![\w-])(?:gh[opsur]_\w{30,255}|github_pat_\w{22,255}|glpat-[\w-]{16,64}|npm_[A-Za-z\d]{30,64}|hf_[A-Za-z\d]{24,64}|xox[abeprs]-[\w-]{10,256}|ya29\.[\w-]{20,512}|dop_v1_[a-f\d]{40,80}|pypi-[\w-]{40,256})/g,
  ],
  ['token', /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{8,4096})?/g],
];

const credentials = /(:\/\/[^\s:@/"'<>[]{0,128}:)([^\s@/"'<>]{1,256})(?=@)/g;
const authorization = /(?<![\w-])((?:Bearer|Basic|Token)\s{1,4})([\w.~+/=-]{16,4096})/gi;
const keyword =
  'password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|private[_-]?key|client[_-]?secret|credentials?|token';
const assignment = new RegExp(
  `((?:${keyword})(?:[_-]?(?:id|key|value))?(?:\\\\?["'\`])?\\s{0,4}(?::|=>?|\\bis\\b)\\s{0,4})(\\\\?["'\`])?([^\\s"'\`,;)\\]}\\\\]{6,512})`,
  'gi',
);
const secretKey = new RegExp(`^[\\w-]{0,24}(?:${keyword})$`, 'i');
/** Names, calls and placeholders in the place of a secret are code, not secrets. */
const notSecret =
  /^(?:\[REDACTED|<|\$|\{|%|\*{3}|x{4}|\.{3}|your|process\.|os\.|env|None|null|true|false|undefined|string|example)|[(]/i;

/**
 * The text with every recognised secret replaced by `[REDACTED:kind]`: keys and tokens of known
 * shapes, private keys, passwords in URLs and connection strings, and values assigned to names
 * such as `password` or `api_key`. With `key`, the whole text is the value of that key. Linear in
 * the text; what it does not recognise stays.
 */
export function redactSecrets(text: string, key = ''): string {
  let result = redactPrivateKeys(text);
  if (secretKey.test(key) && isSecretValue(result, true)) return `[REDACTED:${kindOf(key)}]`;
  for (const [kind, pattern] of shapes) result = result.replace(pattern, `[REDACTED:${kind}]`);
  if (result.includes('://')) result = result.replace(credentials, '$1[REDACTED:password]');
  result = result.replace(authorization, (whole, lead: string, value: string) =>
    /\d/.test(value) ? `${lead}[REDACTED:token]` : whole,
  );
  return result.replace(
    assignment,
    (whole, lead: string, quote: string | undefined, value: string) =>
      isSecretValue(value, quote !== undefined)
        ? `${lead}${quote ?? ''}[REDACTED:${kindOf(lead)}]`
        : whole,
  );
}

function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return 'password';
  if (/key/i.test(name)) return 'api-key';
  return /secret|credential/i.test(name) ? 'secret' : 'token';
}

/** A literal with a digit in it, or with letters of both cases when it stands in quotes. */
function isSecretValue(value: string, quoted: boolean): boolean {
  if (value.length < 6 || value.length > 512 || /\s/.test(value) || notSecret.test(value))
    return false;
  if (/^\d{1,9}$/.test(value) || /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)) return false;
  return /\d/.test(value) || (quoted && /[^A-Za-z\d_.\-\s]/.test(value));
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';

function redactPrivateKeys(text: string): string {
  let from = text.indexOf(BEGIN);
  if (from < 0) return text;
  let result = '';
  let copied = 0;
  while (from >= 0) {
    const head = text.slice(from, from + 64);
    const next = from + BEGIN.length;
    if (/^-----BEGIN [A-Z ]{0,32}PRIVATE KEY/.test(head)) {
      const end = text.indexOf(END, next);
      const close = end < 0 ? -1 : text.indexOf('-----', end + END.length);
      const stop = close < 0 ? text.length : close + 5;
      result += `${text.slice(copied, from)}[REDACTED:private-key]`;
      copied = stop;
      from = text.indexOf(BEGIN, stop);
    } else {
      from = text.indexOf(BEGIN, next);
    }
  }
  return result + text.slice(copied);
}
