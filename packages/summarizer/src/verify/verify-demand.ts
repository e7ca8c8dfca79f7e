import { findQuotations, longQuotations, type Quotation } from './quotations-in.js';
import type { SourceIndex } from './source-index.js';
import { ENTRY_MARK, verifyLine, type VerifiedLine } from './verify-line.js';

/** Less says nothing of what is demanded: `use pnpm`. */
const MIN_DEMAND = 6;

/** A line of Constraints, and whose demand it is; of nobody whom a source shows: absent. */
export interface VerifiedDemand extends VerifiedLine {
  whose?: 'user' | 'other';
}

/**
 * Checks a line that may stand among the user's demands: one that quotes him, is a sentence of his,
 * or, without words of others, names an entry of his. What he did not say loses its quotation marks,
 * however short, since the next snapshot takes quotations of this section for his.
 */
export function verifyDemand(given: string, sources: SourceIndex): VerifiedDemand {
  const line = verifyLine(given, sources);
  const { text } = line;
  const quoted = findQuotations(text);
  if (quoted.length > 0 && quoted.every(({ words }) => sources.userSaid(words)))
    return { ...line, whose: 'user' };
  const isHis = quoted.some(({ words }) => sources.userSaid(words));
  const isOthers = ({ words }: Quotation): boolean =>
    words.length >= MIN_DEMAND && sources.holdsText(words);
  if (!isHis && (longQuotations(text).length > 0 || quoted.some(isOthers)))
    return { ...line, whose: 'other' };
  const namesHis = [...text.matchAll(ENTRY_MARK)].some(([, seq = '']) => sources.isUsers(seq));
  if (!isHis && !namesHis && !sources.userSaid(text.replace(/^[-*]\s+/, ''))) return line;
  let plain = '';
  let from = 0;
  for (const { words, start, end } of quoted) {
    plain += text.slice(from, start) + (sources.userSaid(words) ? text.slice(start, end) : words);
    from = end;
  }
  return { ...line, text: plain + text.slice(from), whose: 'user' };
}
