import { type OverflowReport, readOverflowError } from '@everlong/core/internal';

/** Status codes for a wrong key, account or model, whatever the prompt. */
const hopelessStatus: ReadonlySet<unknown> = new Set([401, 402, 403, 404]);
/** Errors of the AI SDK after its own retries, or for a missing setup. */
const hopelessName = /^AI_(?:Retry|LoadAPIKey|NoSuchModel|LoadSetting)Error$/;

/** Whether a smaller prompt cannot help, so that more calls would only keep the user waiting. */
export function isHopeless(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, statusCode } = error as { name?: unknown; statusCode?: unknown };
  if (!hopelessStatus.has(statusCode) && !hopelessName.test(String(name))) return false;
  return readOverflowError(error) === undefined;
}

/**
 * The size of the next request after one of `sentTokens` was refused as too long: half of it, or
 * half of the limit that the provider named, converted to our token counts.
 */
export function sizeAfterRefusal(
  sentTokens: number,
  { limitTokens = Infinity, promptTokens = sentTokens }: OverflowReport,
): number {
  const ourLimit = limitTokens * Math.min(1, sentTokens / promptTokens);
  return Math.floor(Math.min(sentTokens, ourLimit) / 2);
}
