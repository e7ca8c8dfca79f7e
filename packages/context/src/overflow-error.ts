/** What a provider's "too long" error says, in its own tokens. */
export interface OverflowReport {
  /** The limit that it names: of the prompt, or of the window. */
  limitTokens?: number;
  /** How long it says the prompt was. */
  promptTokens?: number;
  message: string;
}

/** How providers say that a prompt does not fit; wording as their APIs return it. */
const OVERFLOW_SIGNS: readonly RegExp[] = [
  /context[ _-]?(length|window|size|limit)/i,
  /prompt (is )?too long/i,
  /maximum (context|number of tokens|prompt)/i,
  /input token count/i,
  /too (large|long) for (the )?model/i,
  /reduce the length of (the|your) (messages|input|prompt)/i,
  /request (entity )?too large|request_too_large/i,
  /exceeds? (the )?(available|maximum|max)\b.*\b(context|tokens?)/i,
  /exceeds the limit of \d+/i,
];

/** Limits: `> 200000 maximum`, `maximum context length is 8192 tokens`, `allowed (1048576)`… */
const LIMIT_PATTERNS: readonly RegExp[] = [
  />\s*([\d,]+)\s*(?:maximum|max)/i,
  /(?:maximum|max) (?:context|prompt|input) (?:length|size|window)\D{0,30}?([\d,]+)/i,
  /maximum number of (?:input )?tokens allowed\D{0,5}([\d,]+)/i,
  /context (?:size|length|window|limit)\s*(?:of|is|:|\()?\s*(?:only\s*)?([\d,]+)/i,
  /with ([\d,]+) maximum context/i,
  /context limit:?\s*[\d,]+\s*\+\s*[\d,]+\s*>\s*([\d,]+)/i,
  /limit (?:of )?([\d,]+)/i,
  /"n_ctx"\s*:\s*(\d+)/,
];

const PROMPT_PATTERNS: readonly RegExp[] = [
  /prompt is too long:\s*([\d,]+)/i,
  /resulted in ([\d,]+) tokens/i,
  /\(([\d,]+) (?:in the messages|of text input|in your prompt)/i,
  /input token count\s*\(?([\d,]+)/i,
  /prompt contains ([\d,]+) tokens/i,
  /requested (?:about )?([\d,]+)/i,
  /"n_prompt_tokens"\s*:\s*(\d+)/,
];

/** Reads any error; `undefined` when it is about something else. */
export function readOverflowError(error: unknown): OverflowReport | undefined {
  const message = errorText(error);
  const tooLarge = statusOf(error) === 413;
  if (!tooLarge && !OVERFLOW_SIGNS.some((sign) => sign.test(message))) return undefined;
  const limitTokens = firstNumber(LIMIT_PATTERNS, message);
  const promptTokens = firstNumber(PROMPT_PATTERNS, message);
  return {
    message: message.slice(0, 300),
    ...(limitTokens === undefined ? {} : { limitTokens }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  };
}

function firstNumber(patterns: readonly RegExp[], text: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1]?.replaceAll(',', '');
    const value = digits === undefined ? Number.NaN : Number(digits);
    if (Number.isSafeInteger(value) && value > 0) return value;
  }
  return undefined;
}

/** The messages of an error and of what caused it, and the body that an API answered. */
function errorText(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || depth > 4) return '';
  const { message, responseBody, cause, lastError, code } = error as Record<string, unknown>;
  return [message, responseBody, code]
    .filter((text) => typeof text === 'string')
    .concat(errorText(cause, depth + 1), errorText(lastError, depth + 1))
    .join('\n');
}

function statusOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  const { statusCode, status, lastError } = error as Record<string, unknown>;
  return statusCode ?? status ?? (lastError === undefined ? undefined : statusOf(lastError));
}
