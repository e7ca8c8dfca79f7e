import type { Sources } from './summary-sources.js';

/** The most constraints that are taken from a model. */
const MAX_CLAIMED = 20;

/**
 * The constraints that were found, and behind them those of the claimed ones that the user said byte
 * for byte and that are not among them.
 */
export function confirmedConstraints(
  found: readonly string[],
  claimed: readonly string[],
  sources: Sources,
): string[] {
  const lines = [...found];
  for (const claim of claimed) {
    const text = claim.replace(/\s*\(#\d+\)\.?$/, '').replace(/^["“]|["”]$/g, '');
    const isNew = !lines.some((line) => line.includes(text));
    if (lines.length >= found.length + MAX_CLAIMED) break;
    if (text.length >= 8 && isNew && sources.userSaid(text)) lines.push(`"${text}"`);
  }
  return lines;
}
