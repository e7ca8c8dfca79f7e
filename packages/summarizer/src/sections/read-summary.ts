import { SummarizationError } from '@everlong/core';
import { plainLines } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { createFenceEnds, isFence } from './fences.js';
import { headingOf } from './parse-sections.js';
import { SECTION_NAMES, type SectionName, type Sections } from './section-names.js';

const MAX_ANSWER_LENGTH = 40_000;
const QUOTED_LENGTH = 60;

/** Characters without a shape between two of a value, which would hide it from a look-up. */
const HIDDEN = /(?<=\w)[\u00ad\u200b\u2060\ufeff]+(?=\w)/g;

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
  const text = readable.replaceAll(THINKING, '').replaceAll(HIDDEN, '').slice(0, MAX_ANSWER_LENGTH);
  const sections: Sections = {};
  let current: string[] | undefined;
  const lines = text.split('\n').map((line) => line.trimEnd());
  const endOfFence = createFenceEnds(lines);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const heading = headingOf(line.trim());
    const end = current === undefined ? -1 : endOfFence(at);
    if (end >= 0) {
      current?.push(lines.slice(at, end + 1).join('\n'));
      at = end;
    } else if (heading !== undefined) {
      current = sections[heading.name] ??= [];
      if (heading.rest !== '') current.push(heading.rest);
    } else if (line.trim() !== '' && !isFence(line)) current?.push(line);
  }
  const count = Object.keys(sections).length;
  if (count >= 2) return sections;
  const start = JSON.stringify(readable.slice(0, QUOTED_LENGTH));
  throw new SummarizationError(
    `The answer holds fewer than two of the sections asked for; it begins ${start}.`,
  );
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
        .filter((line) => !isFence(line))
        .map(plain)
        .filter((line) => line !== ''),
    ]),
  );
}
