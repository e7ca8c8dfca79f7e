import type { Snapshot, SummarizeInput } from '@everlong/core';

import { carriedData } from '../account/turn.js';
import { wordLines } from '../account/turn-lines.js';
import { renderLedger } from '../ledger/render-ledger.js';
import { extractValues } from '../values/extract-values.js';
import { createSourceIndex } from './source-index.js';

/** What comparing a text that must not be changed with its sources found. */
export interface LostFrom {
  /** The user's words that it does not repeat, the newest first; lines. */
  words: string[];
  /** Values that nothing brings back and that it does not hold; lines. */
  values: string[];
  /** Exact values in it that no source holds. */
  unknown: string[];
  /** How many values were looked up. */
  checked: number;
}

/** What is put back takes at most so much of the tokens of the text, or so many if that is less. */
const RESTORED_SHARE = 0.1;
const MIN_RESTORED_TOKENS = 300;

/**
 * Compares a summary of somebody else with what it is about. `text`: the summary; without one, which
 * cannot be read, all that the account knows counts as lost, as far as `input.maxTokens` goes.
 * `account`: what code makes of the same entries.
 */
export function lostFrom(
  text: string | undefined,
  input: SummarizeInput,
  account: Snapshot,
): LostFrom {
  const count = (lines: readonly string[]): number => input.count(lines.join('\n'));
  const { visibleText = '', maxTokens } = input;
  const shown = [text ?? '', visibleText];
  const share = text === undefined ? maxTokens : input.count(text) * RESTORED_SHARE;
  let room = Math.min(maxTokens, Math.max(MIN_RESTORED_TOKENS, Math.floor(share)));
  const take = (line: string): boolean => {
    const tokens = count([line, '']);
    if (tokens > room) return false;
    room -= tokens;
    return true;
  };
  const words = carriedData(account)
    .turns.toReversed()
    .filter(({ words: said }) => said !== '' && !shown.some((other) => other.includes(said)))
    .map((turn) => `- ${wordLines(turn).join('\n')}`)
    .filter(take);
  const used = account.ledger.filter(({ spokenUses }) => spokenUses > 0);
  const { lines: values } = renderLedger(used, {
    maxTokens: room,
    count: (line) => input.count(line),
    visibleText: [...shown, ...words].join('\n'),
  });
  const claims = text === undefined ? [] : extractValues(text).map(({ value }) => value);
  const sources = createSourceIndex(input.entries, input.previous);
  const unknown = [...new Set(claims)].filter((value) => !sources.holdsValue(value));
  return { words, values, unknown, checked: claims.length };
}
