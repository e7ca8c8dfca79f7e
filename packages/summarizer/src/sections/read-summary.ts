import { SummarizationError } from '@everlong/core';
import { plainLines } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { headingOf } from './parse-sections.js';
import { SECTION_NAMES, type SectionName, type Sections } from './section-names.js';

const MAX_ANSWER_LENGTH = 40_000;
const QUOTED_LENGTH = 60;

const FENCE = /^\s*(```|~~~)/;

/** Tags in which models think before they answer. */
const THINKING = /<(think|thinking|analysis|scratchpad)>[^]*?<\/\1>/gi;

/**
 * The sections of a model's answer with their lines as written, list marks and indentation included;
 * code in a fence is one of them. Text before the first heading is left out. Secrets are redacted.
 *
 * @throws SummarizationError for an answer with fewer than two of the sections
 */
export function readSummary(answer: string): Sections {
  // Redaction must see a secret at the end whole.
  const readable = redactSecrets(plainLines(answer.slice(0, 2 * MAX_ANSWER_LENGTH)));
  const text = readable.replaceAll(THINKING, '').slice(0, MAX_ANSWER_LENGTH);
  const sections: Sections = {};
  let current: string[] | undefined;
  const lines = text.split('\n').map((line) => line.trimEnd());
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const heading = headingOf(line.trim());
    const end = current === undefined ? -1 : endOfFence(lines, at);
    if (end >= 0) {
      current?.push(lines.slice(at, end + 1).join('\n'));
      at = end;
    } else if (heading !== undefined) {
      current = sections[heading.name] ??= [];
      if (heading.rest !== '') current.push(heading.rest);
    } else if (line.trim() !== '' && !FENCE.test(line)) current?.push(line);
  }
  const count = Object.keys(sections).length;
  if (count >= 2) return sections;
  const start = JSON.stringify(readable.slice(0, QUOTED_LENGTH));
  throw new SummarizationError(
    `The answer holds fewer than two of the sections asked for; it begins ${start}.`,
  );
}

/** The line that closes the fence which the given line opens around code; −1 without one. */
function endOfFence(lines: readonly string[], at: number): number {
  const [, mark] = FENCE.exec(lines[at] ?? '') ?? [];
  if (mark === undefined) return -1;
  const length = lines.slice(at + 1).findIndex((line) => line.trim() === mark);
  return length <= 0 ? -1 : at + 1 + length;
}

/** Sections with lines as written, as Markdown in their order; empty ones are left out. */
export function writeSections(sections: Sections): string {
  return SECTION_NAMES.flatMap((name) => {
    const lines = sections[name] ?? [];
    return lines.length === 0 ? [] : [[`## ${name}`, ...lines].join('\n')];
  }).join('\n\n');
}

/** The lines without list marks and fences, as data. */
export function plainSections(sections: Sections): Sections {
  const plain = (line: string): string => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim();
  return Object.fromEntries(
    (Object.entries(sections) as [SectionName, string[]][]).map(([name, lines]) => [
      name,
      lines
        .flatMap((line) => line.split('\n'))
        .filter((line) => !FENCE.test(line))
        .map(plain)
        .filter((line) => line !== ''),
    ]),
  );
}
