import type { SecretKind } from './secret-shapes.js';

/**
 * The last part of names of secrets, such as `db_password`, `OPENAI_API_KEY`, `authToken`.
 * Restricts `key` and `pass`, which also end names of other things.
 */
const secretNames = String.raw`(?:pass(?:word|wd|phrase|code)|pwd|secret|(?<=[_"'-])pass|key(?<=(?:admin|api|access|account|auth|private|secret|signing|encryption|master)[_-]?key)|credentials?|token)`;
const literal = String.raw`[^\s"'${'`'},;)\]}\\<]{6,512}`;
/** White space, including its escapes in JSON text. */
const space = String.raw`(?:\s|\\[nrt])`;
const quoteSign = String.raw`\\?["'${'`'}]`;

/**
 * `name: value`, `"name" = 'value'`, `name => value`, `name := value`, `the name is value`; also
 * `name: |` and the value in the next line, `<name>value</…`, `--name value`, the `password value`
 * of a .netrc, and an entry of a list of variables, `name: DB_PASSWORD` and then `value: …`.
 */
const assignment = new RegExp(
  String.raw`(${secretNames}(?:[_-]?(?:id|key|value))?(?:(?:${quoteSign})?[ \t]{0,4}(?:=>|:=|:[ \t]{0,4}[|>][-+]?${space}{1,24}|[:=]|\b(?:is|was|(?:will|should|must) be)\b:?)[ \t]{0,4}|>|${quoteSign}?,?${space}{1,24}${quoteSign}?value${quoteSign}?\s{0,4}[:=]\s{0,4}|${space}{1,8}))(${quoteSign})?(${literal})`,
  'gi',
);
const bareSpace = new RegExp(String.raw`\w${space}+$`);
/** Text before a name whose value follows after a space alone. */
const opensFlag = new RegExp(
  String.raw`(?:--[\w-]{0,32}|login${space}{1,8}[^\s\\]{1,128}${space}{1,8})$`,
);
/** The `-u user:value` of curl. */
const userFlag = /((?:\s-u|--(?:proxy-)?user)[ =]?["']?[\w.@%+-]{1,128}:)([^\s"'`\\]{4,256})/g;

/** Words for a password before an unquoted value; the second group is the verb or sign between. */
const statedPassword =
  /((?:[Pp]ass(?:wor[dt]|wd|phrase|code)|PASSWOR[DT]|\b(?:[Pp]wd?|PWD?)\b|[Kk]ennwort|[Cc]ontraseña|[Mm]ot de passe|[Ss]enha|[Пп]ароль|密码|パスワード)["'`*]{0,3}(?:\s{0,4}([:=：]|\b(?:is|was|ist|lautet|es|est)\b))?:?["'`*\s]{0,8})(?<=[\s:=："'`*])([^\s"'`,;)\]}\\<*]{8,128})/g;
/**
 * A made-up word with digits behind it, in the rest of a sentence that names a password: what it was,
 * and what it is changed to, whatever verb of whatever language stands between.
 */
const passwordAround =
  /(?:[Pp]ass(?:wor[dt]|wd|phrase|code)|PASSWOR[DT]|[Kk]ennwort|[Cc]ontraseña|[Mm]ot de passe|[Ss]enha|[Пп]ароль|密码|密碼|パスワード)(?![\p{Ll}_-])[^\n.!?;。！？；]{1,60}/gu;
const madeUp = /(?<![\w./@:[-])[A-Za-z]{4,64}[-_.#!]?\d{2,16}[!?#*]{0,4}(?![\w(/@:-]|\.\w)/g;
/** Cheap test for the flags below, which are rare. */
const dashed = /\s-[ap]/;
/** Flags of programs whose value is a password. */
const passwordFlags: readonly RegExp[] = [
  /(\bsshpass\s{1,4}-p\s{0,4}["']?)([^\s"'`\\]{4,256})/g,
  /(\bredis-cli\b[^\n|;&]{0,120}?\s-a\s{1,4}["']?)([^\s"'`\\]{4,256})/g,
  /(\bdocker\s{1,4}login\b[^\n|;&]{0,120}?\s-p\s{1,4}["']?)([^\s"'`\\]{4,256})/g,
  /(\bmysql(?:dump|admin)?\b[^\n|;&]{0,120}?\s-p["']?)([^\s"'`\\-][^\s"'`\\]{3,255})/g,
];

const secretName = new RegExp(String.raw`^[\w-]{0,32}(?:${secretNames}|(?<![a-z])pass)$`, 'i');
/** A quoted password of several words. */
const quotedPhrase =
  /(pass(?:word|wd|phrase)["']?\s{0,4}(?:=>|[:=])\s{0,4}(["']))([\w!@#$%^&*+-]{1,64}(?: [\w!@#$%^&*+-]{1,64}){1,11})(?=\2)/gi;
/** Words in sentences about passwords that are not passwords. */
const ofSentence =
  /\b(?:an?|and|are|as|at|be|can(?:not|t)?|characters?|confirm|does|enter|field|for|forgot(?:ten)?|has|hash|in|incorrect|invalid|is|it|least|match|minimum|missing|must|new|no|not|of|old|on|or|password|please|repeat|required|reset|should|strong|string|the|this|to|too|weak|with|wrong|your)\b/i;

/** Names, calls and placeholders, which are code and not secrets. */
const placeholder =
  /^(?:\[REDACTED|<|\$|\{|%|\*{3}|x{4}|\.{3}|your|my[_-]|process\.|os\.|(?:env|None|null|true|false|undefined|string)(?![a-z\d])|example|change|placeholder|redacted|secret[_:]|dummy|test[_-]?(?:token|key|password|secret)?$)|[(]|^(?:[\w-]*[_-])?(?:password|passwd|secret|token|key)$/i;

/** Tells whether the value of a field with this name is a secret. */
export function isSecretName(key: string): boolean {
  return secretName.test(key);
}

/** Redacts values that are assigned to names of secrets. Linear in the text. */
export function redactAssignments(text: string): string {
  let result = text.replace(
    assignment,
    (whole, lead: string, quote: string | undefined, secret: string, at: number) => {
      if (bareSpace.test(lead) && !/\b(?:is|was|be)\s+$/.test(lead)) {
        if (!opensFlag.test(text.slice(Math.max(0, at - 160), at))) return whole;
      }
      const quoted = quote !== undefined || lead.endsWith('>');
      return isSecretValue(secret, quoted, lead) ? `${lead}${quote ?? ''}${mark(lead)}` : whole;
    },
  );
  result = result.replace(quotedPhrase, (whole, lead: string, _quote: string, phrase: string) =>
    ofSentence.test(phrase) ? whole : `${lead}[REDACTED:password]`,
  );
  result = redactMadeUp(redactStated(result));
  if (dashed.test(result)) result = redactFlags(result);
  if (!result.includes('curl')) return result;
  return result.replace(userFlag, (whole, lead: string, secret: string) =>
    isPlaceholder(secret) || /^\d+(?::\d+)?$/.test(secret) ? whole : `${lead}[REDACTED:password]`,
  );
}

/** Redacts what a password was and what it is, of which `redactStated` knows few ways to say it. */
function redactMadeUp(text: string): string {
  return text.replace(passwordAround, (sentence) =>
    sentence.replace(madeUp, (secret) =>
      isSecretValue(secret, false, '') ? '[REDACTED:password]' : secret,
    ),
  );
}

function redactFlags(text: string): string {
  return passwordFlags.reduce((rest, pattern) => rest.replace(pattern, replaceFlag), text);
}

function replaceFlag(whole: string, lead: string, secret: string): string {
  return isPlaceholder(secret) ? whole : `${lead}[REDACTED:password]`;
}

/** Redacts passwords after a space or line break alone, and in other languages. */
function redactStated(text: string): string {
  return text.replace(
    statedPassword,
    (whole, lead: string, verb: string | undefined, literalText: string) => {
      const secret = literalText.replace(/[.!?:]+$/, '');
      const isStated =
        verb !== undefined && !lead.includes('\n') && isSecretValue(secret, false, lead);
      if (!isStated && !isMixed(secret)) return whole;
      return `${lead}[REDACTED:password]${literalText.slice(secret.length)}`;
    },
  );
}

/** Tells whether the text mixes upper case, lower case and digits as no name does. */
function isMixed(text: string): boolean {
  return (
    isSecretValue(text, false, '') &&
    /^(?=.*[a-z])(?=.*[A-Z])[^\s/()[\]{}=]{8,128}$/.test(text) &&
    /\d\D+\d/.test(text)
  );
}

function mark(lead: string): string {
  return `[REDACTED:${kindOf(lead)}]`;
}

/** The kind of secret that a name refers to. */
export function kindOf(name: string): SecretKind {
  if (/pass|pwd/i.test(name)) return 'password';
  if (/key/i.test(name)) return 'api-key';
  return /secret|credential/i.test(name) ? 'secret' : 'token';
}

/**
 * Tells whether a literal can be a secret. It needs a digit, except for quoted passwords and
 * secrets and for passwords in environment files.
 */
export function isSecretValue(value: string, quoted: boolean, lead: string): boolean {
  if (value.length < 6 || value.length > 512 || /\s/.test(value) || isPlaceholder(value)) {
    return false;
  }
  if (notSecret.test(value)) return false;
  if (/\d/.test(value)) return true;
  if (/^[A-Z\d_]*PASS(?:WORD|WD|PHRASE)?=$/.test(lead)) return true;
  return quoted && /pass|pwd|secret/i.test(lead) && /[^A-Za-z\d_.\-\s]/.test(value);
}

/** Versions of a package called token, numbers, and members of objects or lists. */
const notSecret =
  /^[~^]?v?\d+\.\d+\.\d+|^\d{1,9}$|^0x[\da-f]{1,8}$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^[A-Za-z_$][\w$.]*\[/i;

/** Tells whether a value is a placeholder for a secret, as in examples, templates and code. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}
