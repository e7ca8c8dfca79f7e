import { errorTexts, statusOf } from './error-texts.js';

/**
 * Tells whether a provider refused thinking because something before it is not what it was when the
 * thinking was made: `Invalid signature in thinking block. The block is bound to a different
 * conversation.` A signature that is broken is refused in the first of these sentences alone.
 */
export function isThinkingRefusal(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined && status !== 400) return false;
  return errorTexts(error).some((text) => BOUND_SIGN.test(text));
}

const BOUND_SIGN = /\bbound to a different conversation\b/i;
