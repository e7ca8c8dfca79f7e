import type { SourceIndex } from './source-index.js';

/** The maximum number of constraints accepted from a model. */
const MAX_CLAIMED = 20;

/**
 * The constraints that code found, then the claimed ones that the user said verbatim and that are
 * not among them.
 */
export function confirmedConstraints(
  found: readonly string[],
  claimed: readonly string[],
  sources: SourceIndex,
): string[] {
  const lines = [...found];
  for (const claim of claimed) {
    const [, entry = ''] = /\s*(\(#\d+\))\.?$/.exec(claim) ?? [];
    const text = claim
      .replace(/\s*\(#\d+\)\.?$/, '')
      .replace(/^(?:the )?user: */i, '')
      .replace(/^["“]|["”]$/g, '');
    // A claim that contains a known constraint adds nothing.
    const isKnown = lines.some((line) => line.includes(text) || text.includes(saidIn(line)));
    if (lines.length >= found.length + MAX_CLAIMED) break;
    if (text.length < 8 || isKnown || !sources.userSaid(text)) continue;
    lines.push(entry === '' ? `"${text}"` : `"${text}" ${entry}`);
  }
  return lines;
}

/** The words of a line `"…" (#3)`. */
function saidIn(line: string): string {
  return /^"(.+?)"(?: \(#|$)/.exec(line)?.[1] ?? line;
}
