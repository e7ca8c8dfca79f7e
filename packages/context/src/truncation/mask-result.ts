import { toolOutputText, type ToolResultPart } from '@everlong/core';
import { reportedExitCode } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { type Truncator, withOutputText } from './shrink-message.js';

/** Lines of a result that a mask keeps. */
const HEAD_LINES = 3;
const TAIL_LINES = 10;

/** A line that is longer is cut: one minified line can be a whole file. */
const MAX_LINE_LENGTH = 160;

/** Results with fewer tokens are never masked: the mask would not be much shorter. */
const MIN_MASKED_TOKENS = 200;

/**
 * The result with the middle of its text left out: the exit code, the first lines and the last
 * ones stay, secrets redacted, and a notice says how large it was and where the rest is.
 * `undefined` when that saves nothing.
 */
export function maskResult(
  part: ToolResultPart,
  entrySeq: number,
  count: Truncator['count'],
): ToolResultPart | undefined {
  const whole = toolOutputText(part.output);
  const total = count(whole);
  if (total < MIN_MASKED_TOKENS) return undefined;
  const text = redactSecrets(whole);
  const lines = text.split('\n');
  const head = lines.slice(0, HEAD_LINES);
  const tail = lines.slice(Math.max(HEAD_LINES, lines.length - TAIL_LINES));
  const left = lines.length - head.length - tail.length;
  const exit = reportedExitCode(text);
  const what = left > 0 ? `${left} lines` : 'long lines';
  const notice = [
    `[${what} left out of ${total} tokens.`,
    ...(exit === undefined ? [] : [`Exit code ${exit}.`]),
    `history_expand ${entrySeq} shows the result as it was;`,
    'read the source again for its present content.]',
  ].join(' ');
  const value = [...head.map(cutLine), notice, ...tail.map(cutLine)].join('\n');
  if (count(value) > total / 2) return undefined;
  return withOutputText(part, value);
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  return `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}[...]`;
}
