import { type OverflowReport, readOverflowError } from '@everlong/core/internal';

/** A key, an account or a model that is wrong, whatever the prompt. */
const hopelessStatus: ReadonlySet<unknown> = new Set([401, 402, 403, 404]);
/** Of the AI SDK: it has tried again by itself, or was not set up to ask at all. */
const hopelessName = /^AI_(?:Retry|LoadAPIKey|NoSuchModel|LoadSetting)Error$/;

/** Whether a smaller prompt cannot help, so that more calls would only keep the user waiting. */
export function isHopeless(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, statusCode } = error as { name?: unknown; statusCode?: unknown };
  if (!hopelessStatus.has(statusCode) && !hopelessName.test(String(name))) return false;
  return readOverflowError(error) === undefined;
}

/**
 * How many tokens the next request takes after one of `sentTokens` was refused as too long: half of
 * them, or half of what the named limit comes to in the tokens that we count.
 */
export function sizeAfterRefusal(
  sentTokens: number,
  { limitTokens = Infinity, promptTokens = sentTokens }: OverflowReport,
): number {
  const ourLimit = limitTokens * Math.min(1, sentTokens / promptTokens);
  return Math.floor(Math.min(sentTokens, ourLimit) / 2);
}
