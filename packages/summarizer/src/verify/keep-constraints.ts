import type { Snapshot, SummarizeInput, SummarizeResult } from '@everlong/core';
import { largestThatFits, plainLines } from '@everlong/core/internal';
import { mapStrings, redactSecrets } from '@everlong/redaction';

import { readLog } from '../account/read-log.js';
import { quotationOf, toCarried } from '../account/turn.js';
import { wordLines } from '../account/turn-lines.js';
import { redactRange } from '../reading/redact-entries.js';
import { headingOf } from '../sections/parse-sections.js';
import { roomToRestore } from './room-to-restore.js';
import { createSourceIndex, type SourceIndex } from './source-index.js';
import { verifyDemand } from './verify-demand.js';
import { verifyLine } from './verify-line.js';

const HEADING = '## Constraints';

/**
 * Checks the snapshot of any summarizer: recognised secrets are redacted, values, entry numbers and
 * quotations that no entry contains are struck, and so are demands that the user never made. Words of
 * the user that the text lacks are put back, the newest first, up to a tenth of its tokens. What is
 * carried to the next snapshot is read off the entries.
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
  const text = cutToFit(verifiedText(snapshot.text, sources), maxTokens, count);
  const { data, ledger, files } = readLog(previous, entries, input.toolKinds);
  const words = data.turns.toReversed().flatMap((turn) => {
    const [line = '', ...more] = wordLines(turn);
    const isShown = [text, visibleText].some((shown) => shown.includes(turn.words));
    return turn.words === '' || more.length > 0 || isShown ? [] : [`- ${line}`];
  });
  const room = roomToRestore(text, { maxTokens, count });
  const fitting = room.take(`\n${HEADING}\n`) ? words.filter(room.take) : [];
  const longer = fitting.length === 0 ? text : [text, '', HEADING, ...fitting].join('\n');
  const whole = count(longer) <= maxTokens ? longer : text;
  const kept = { ...snapshot, text: whole };
  return {
    ...kept,
    tokens: count(whole),
    sections: Object.fromEntries(
      Object.entries(snapshot.sections ?? {}).map(([name, lines]) => [
        name,
        lines.flatMap((line) => verifiedLine(line, name, sources)),
      ]),
    ),
    ledger,
    files,
    carried: toCarried({ ...data, quoted: [quotationOf(kept)] }),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

function verifiedText(text: string, sources: SourceIndex): string {
  let section = '';
  return text
    .split('\n')
    .flatMap((line) => {
      const heading = headingOf(line.trim());
      if (heading !== undefined) section = heading.name;
      else if (/^#{1,2}\s/.test(line)) section = '';
      const isWords = heading === undefined ? line.trim() !== '' : heading.rest !== '';
      return isWords ? verifiedLine(line, section, sources) : line;
    })
    .join('\n');
}

/** The line without what no source holds; none for a demand that the user never made. */
function verifiedLine(line: string, section: string, sources: SourceIndex): string[] {
  if (section !== 'Constraints')
    return [verifyLine(line, sources, { isTask: section === 'Pending Tasks' }).text];
  return line.split('\n').flatMap((each) => {
    const { text, whose } = verifyDemand(each, sources);
    return whose === 'user' ? [text] : [];
  });
}

function cutToFit(text: string, maxTokens: number, count: (text: string) => number): string {
  if (count(text) <= maxTokens) return text;
  const lines = text.split('\n');
  const upTo = (end: number): string => lines.slice(0, end).join('\n');
  return upTo(largestThatFits(lines.length, (end) => count(upTo(end)) <= maxTokens));
}
