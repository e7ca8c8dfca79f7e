import { type Entry, toolOutputText, toolResultsOf } from '@everlong/core';
import { keyAndValue, numberedLine, type Target } from './answer-script.js';

export interface ChosenQuestion {
  target: Target;
  /** The value, letter by letter, and the entry where it was read. */
  value: string;
  seq: number;
  /** Whether the request that the question is added to still holds the value. */
  inRequest: boolean;
}

/**
 * The first exact value that was read and that the request no longer holds: behind a key if there
 * is one, else a whole line. In a folder too small to forget anything, one that is still there.
 */
export async function chooseQuestion(
  entries: AsyncIterable<Entry>,
  requestText: string,
): Promise<ChosenQuestion | undefined> {
  let line: ChosenQuestion | undefined;
  let visible: ChosenQuestion | undefined;
  for await (const { seq, message } of entries) {
    for (const result of toolResultsOf(message)) {
      if (result.toolName !== 'read_file') continue;
      for (const { target, value } of candidates(toolOutputText(result.output))) {
        const inRequest = requestText.includes(value);
        const question = { target, value, seq, inRequest };
        if (inRequest) visible ??= question;
        else if ('key' in target) return question;
        else line ??= question;
      }
    }
  }
  return line ?? visible;
}

/** What can be asked about one reading of a file: its keyed values, then its telling lines. */
function candidates(output: string): { target: Target; value: string }[] {
  const [heading = '', ...lines] = output.split('\n');
  const path = /^(.+): lines \d+-\d+ of \d+$/.exec(heading)?.[1];
  if (path === undefined) return [];
  const keyed = lines.flatMap((line) => keyAndValue(line) ?? []);
  const values = keyed
    .filter(({ key }) => keyed.filter((other) => other.key === key).length === 1)
    .filter(({ key, value }) => isExact(value) && key.length >= 3)
    .map(({ key, value }) => ({ target: { path, key }, value }));
  const texts = lines
    .flatMap((line) => numberedLine(line) ?? [])
    .map(({ number, text }) => ({ target: { path, line: number }, value: text.trim() }))
    .filter(({ value }) => value.length >= 24 && value.length <= 120 && /\w{4}/.test(value));
  return [...values, ...texts];
}

/** Long enough to be no accident, and with a digit, as versions, numbers, hashes and URLs have. */
function isExact(value: string): boolean {
  return value.length >= 6 && value.length <= 80 && /\d/.test(value) && /^[\w@./:+-]+$/.test(value);
}
