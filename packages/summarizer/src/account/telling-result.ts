import { reportedExitCode } from '@everlong/core/internal';

import { oneLine, shorten } from './shorten.js';

/** A result this short is told whole. */
const WHOLE_LENGTH = 240;
/** Of a longer one so much: its last lines, and of a failure the line that names it. */
const END_LENGTH = 140;
/** Only so much of either end of a result is read. */
const READ_LENGTH = 20_000;

/** The tokens by which programs name a failure; the only words of outputs that are known. */
export const FAILURE_TOKENS =
  /(?:\b\w*(?:Error|Exception)\b(?!s)|\berror(?:\[\w+\])?:|\bERR!|\bFAIL(?:ED)?\b|\bfatal:|\bpanic:?|\bTraceback\b|✗|✘|×)/;

/** The telling part of a result, as one line: all of a short one, else its end and the failure. */
export function tellingResult(output: string, failed: boolean): string {
  const text = output.trim();
  if (text.length <= WHOLE_LENGTH) return lines(text).join(' ⏎ ');
  const end = lastLines(text.slice(-READ_LENGTH));
  if (!failed) return end;
  const ends = [text.slice(0, READ_LENGTH), text.slice(-READ_LENGTH)].join('\n');
  const named = lines(ends).findLast((line) => FAILURE_TOKENS.test(line));
  if (named === undefined || end.includes(named)) return end;
  return `${shorten(named, END_LENGTH)} ⏎ ${CUT_LINES} ⏎ ${end}`;
}

const CUT_LINES = '[…]';

/** Whether a result is a failure: by its type, or by the exit code that the output reports. */
export function isFailure(output: string, isError: boolean): boolean {
  if (isError) return true;
  const ends = output.length <= 800 ? output : `${output.slice(0, 400)}\n${output.slice(-400)}`;
  const code = reportedExitCode(ends);
  return code !== undefined && code !== 0;
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');
}

function lastLines(text: string): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines(text).toReversed()) {
    if (kept.length > 0 && length + line.length > END_LENGTH) break;
    kept.unshift(shorten(line, END_LENGTH));
    length += line.length;
  }
  return kept.join(' ⏎ ');
}
