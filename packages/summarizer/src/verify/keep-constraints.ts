import type { Snapshot, SummarizeInput, SummarizeResult } from '@everlong/core';
import { largestThatFits, plainLines } from '@everlong/core/internal';
import { mapStrings, redactSecrets } from '@everlong/redaction';

import { carriedData, toCarried } from '../account/turn.js';
import { readTurns } from '../account/read-turns.js';
import { wordLines } from '../account/turn-lines.js';
import { updateFileTable } from '../files/file-table.js';
import { updateLedger } from '../ledger/ledger.js';
import { redactRange } from '../reading/redact-entries.js';
import { createSourceIndex } from './source-index.js';
import { verifyLine } from './verify-line.js';

const HEADING = '## Constraints';
/** What is put back takes at most so much of the tokens of the text. */
const RESTORED_SHARE = 0.1;

/**
 * Checks the snapshot of any summarizer: recognised secrets are redacted, values, entry numbers and
 * quotations that no entry contains are struck, and words of the user that the text lacks are put
 * back, the newest first, up to a tenth of its tokens. What is carried to the next snapshot is read
 * off the entries.
 *
 * The text fits `maxTokens` by `count`: it is cut from its end. A snapshot that equals
 * `constraintsKept` is returned unchanged. Changes no argument; never throws, unless `count` does.
 */
export function keepConstraints(
  { snapshot: given, constraintsKept }: Pick<SummarizeResult, 'snapshot' | 'constraintsKept'>,
  input: SummarizeInput,
): Snapshot {
  if (constraintsKept === given) return given;
  const { previous, maxTokens, visibleText = '' } = input;
  const count = (text: string): number => input.count(text);
  const { entries, secrets, redact } = redactRange(input.entries, previous?.secrets);
  const snapshot = mapStrings(given, (text, key) => redact(redactSecrets(plainLines(text), key)));
  const sources = createSourceIndex(entries, previous);
  const verify = (line: string): string => verifyLine(line, sources).text;
  const verified = snapshot.text.split('\n').map(verify).join('\n');
  const text = cutToFit(verified, maxTokens, count);
  const data = readTurns(carriedData(previous), entries);
  const words = data.turns.toReversed().flatMap((turn) => {
    const [line = '', ...more] = wordLines(turn);
    const isShown = [text, visibleText].some((shown) => shown.includes(turn.words));
    return turn.words === '' || more.length > 0 || isShown ? [] : [`- ${line}`];
  });
  const room = Math.min(count(text) * RESTORED_SHARE, maxTokens - count(text));
  const block = (end: number): string => ['', '', HEADING, ...words.slice(0, end)].join('\n');
  const kept = largestThatFits(words.length, (end) => count(block(end)) <= room);
  const whole = kept === 0 ? text : text + block(kept);
  return {
    ...snapshot,
    text: count(whole) <= maxTokens ? whole : text,
    tokens: count(whole),
    sections: Object.fromEntries(
      Object.entries(snapshot.sections ?? {}).map(([name, lines]) => [name, lines.map(verify)]),
    ),
    ledger: updateLedger(previous?.ledger ?? [], entries),
    files: updateFileTable(previous?.files ?? [], entries),
    carried: toCarried(data),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

function cutToFit(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(text) <= maxTokens) return text;
  const lines = text.split('\n');
  const upTo = (end: number): string => lines.slice(0, end).join('\n');
  return upTo(largestThatFits(lines.length, (end) => count(upTo(end)) <= maxTokens));
}
