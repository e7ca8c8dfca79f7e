import { redactSecrets } from '@everlong/redaction';

import { errorTexts, statusOf } from './error-texts.js';

/** The content of a provider's "too long" error, in its own tokens. */
export interface OverflowReport {
  /** The limit that it names: of the prompt, or of the window. */
  limitTokens?: number;
  /** The length of the prompt, if it is named. */
  promptTokens?: number;
  message: string;
}

/** How providers say that a prompt does not fit, in the wording of their APIs. */
const OVERFLOW_SIGNS: readonly RegExp[] = [
  /context[ _-]?(length|window|size|limit)/i,
  /\b(prompt|input|request)\b[^.]{0,40}\btoo (long|large)\b/i,
  /\brequest_too_large\b|request entity too large/i,
  /maximum (context|number of tokens|prompt)/i,
  /input token count/i,
  /too (large|long) for (the )?model/i,
  /longer than the maximum model length/i,
  /reduce the length of (the|your) (messages|input|prompt)/i,
  /exceed(s|ed)? (the )?(max|maximum|model) (length|token)/i,
  /exceeds the limit of \d+/i,
  /tokens?\b[^.]{0,40}\bmust be <=/i,
  /\bn_keep\b/,
  /number of tokens\b[^.]{0,40}\bcannot exceed/i,
  /range of input length should be/i,
  /payload size exceeds/i,
];

/** Says that a text has too many characters, or a request too many bytes: its numbers are no tokens. */
const CHARACTERS_SIGN = /string too long|payload size exceeds/i;

/** Limits: `> 200000 maximum`, `maximum context length is 8192 tokens`, `allowed (1048576)`… */
const LIMIT_PATTERNS: readonly RegExp[] = [
  />\s*([\d,]+)\s*(?:maximum|max)\b/i,
  /\+\s*[\d,]+\s*>\s*([\d,]+)/,
  /(?:maximum|max) (?:(?:context|prompt|input|model) )?(?:length|size|window)(?: is| of)?[:(\s]*([\d,]+)/i,
  /maximum number of (?:input )?tokens allowed[:(\s]*([\d,]+)/i,
  /context (?:size|length|window|limit)(?: is| of)?(?: only)?[:(\s]*([\d,]+)/i,
  /with ([\d,]+) maximum context/i,
  /\blimit(?: is| of)?[:\s]*([\d,]+)/i,
  /must be <=\s*([\d,]+)/i,
  /cannot exceed ([\d,]+)/i,
  /input length should be \[\d+,\s*(\d+)\]/i,
  /\bn_ctx"?[:(\s]*(\d+)/,
];

/** The parts of a prompt, where an answer lists them: their sum is the prompt. */
const PROMPT_PART =
  /([\d,]+) (?:in the messages|in the functions|in your prompt|of (?:text|tool|image) input)/gi;

const PROMPT_PATTERNS: readonly RegExp[] = [
  /prompt is too long:\s*([\d,]+)/i,
  /context limit:?\s*([\d,]+)\s*\+/i,
  /(?:resulted in|prompt contains|request contains|keep the first) ([\d,]+) tokens/i,
  /token count(?: of)?[\s(]*([\d,]+)/i,
  /\((?:total )?length ([\d,]+)\)/i,
  /(?:input|request|tokens) \(([\d,]+)(?: tokens)?\)/i,
  /requested (?:about )?([\d,]+)/i,
  /input length ([\d,]+)/i,
  /current length is ([\d,]+)/i,
  /given: ([\d,]+) `inputs`/i,
  /cannot exceed [\d,]+ - received ([\d,]+)/i,
  /\bn_(?:keep|prompt_tokens)"?[:(\s]*(\d+)/,
];

/** No model's window is smaller: a lesser number counts something else. */
export const MIN_LIMIT_TOKENS = 256;

/** The characters of an error that are read; some servers repeat the whole request in theirs. */
const MAX_ERROR_LENGTH = 4000;

/** Reads any error; `undefined` when it is about something else. */
export function readOverflowError(error: unknown): OverflowReport | undefined {
  const text = errorTexts(error).join('\n').slice(0, MAX_ERROR_LENGTH);
  const inCharacters = CHARACTERS_SIGN.test(text);
  const tooLarge = inCharacters || statusOf(error) === 413;
  if (!tooLarge && !OVERFLOW_SIGNS.some((sign) => sign.test(text))) return undefined;
  const message = redactSecrets(text).slice(0, 300);
  if (inCharacters) return { message };
  const limitTokens = firstNumber(LIMIT_PATTERNS, text);
  const promptTokens = promptParts(text) ?? firstNumber(PROMPT_PATTERNS, text);
  return {
    message,
    ...(limitTokens === undefined || limitTokens < MIN_LIMIT_TOKENS ? {} : { limitTokens }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  };
}

function firstNumber(patterns: readonly RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const value = toNumber(pattern.exec(text)?.[1]);
    if (value !== undefined) return value;
  }
  return undefined;
}

function promptParts(text: string): number | undefined {
  const parts = [...text.matchAll(PROMPT_PART)].flatMap((match) => toNumber(match[1]) ?? []);
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0);
}

function toNumber(digits: string | undefined): number | undefined {
  const value = Number(digits?.replaceAll(',', '') ?? '');
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
