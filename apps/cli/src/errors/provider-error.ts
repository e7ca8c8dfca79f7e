import { redactSecrets } from '@everlong/redaction';

import { errorText } from './error-text.js';

/** A failed call, as its provider described it. */
export interface ProviderFailure {
  message: string;
  /** The HTTP status, if there was a response. */
  status?: number;
}

/**
 * The provider's own error message, secrets redacted, extracted from the AI SDK's error: the last
 * error of a retried call, with the response body if the message is only the name of the status.
 */
export function describeProviderError(error: unknown): ProviderFailure {
  const last = hasField(error, 'lastError') ? error.lastError : error;
  const status = hasField(last, 'statusCode') ? Number(last.statusCode) : undefined;
  const body = hasField(last, 'responseBody') ? String(last.responseBody) : '';
  const text = redactSecrets(errorText(last));
  const bodyText = redactSecrets(messageOf(body) ?? '');
  const message = bodyText !== '' && !text.includes(bodyText) ? `${text}: ${bodyText}` : text;
  return { message, ...(status === undefined ? {} : { status }) };
}

/** Errors of the AI SDK for an answer that is not what its provider sends, such as a web page. */
const FOREIGN_ANSWERS = new Set([
  'AI_InvalidResponseDataError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
]);

/** Whether something answered that does not speak the provider's protocol. */
export function isForeignAnswer(error: unknown): boolean {
  return error instanceof Error && FOREIGN_ANSWERS.has(error.name);
}

function hasField<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return (
    typeof value === 'object' && value !== null && key in value && Boolean(value[key as never])
  );
}

/** Characters of a body that is no JSON in which its words are looked for. */
const MAX_READ = 10_000;

/** The message in a JSON body, in the fields that servers use. */
function messageOf(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return wordsOf(body.slice(0, MAX_READ)).slice(0, 500) || undefined;
  }
  const inner = hasField(parsed, 'error') ? parsed.error : parsed;
  if (typeof inner === 'string') return inner;
  return hasField(inner, 'message') ? String(inner.message) : undefined;
}

/** The words of a text on one line; of a web page, such as a proxy answers with, its title. */
function wordsOf(body: string): string {
  const [, title = ''] = /<title[^>]*>([^<]+)/i.exec(body) ?? [];
  const isPage = /^\s*<[!a-z]/i.test(body);
  const text = isPage ? title || body.replaceAll(/<[^>]*>/g, ' ') : body;
  return text.replaceAll(/\s+/g, ' ').trim();
}
