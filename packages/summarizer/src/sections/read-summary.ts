import { SummarizationError } from '@everlong/core';
import { plainLines } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { headingOf } from './parse-sections.js';
import { SECTION_NAMES, type SectionName, type Sections } from './section-names.js';

const MAX_ANSWER_LENGTH = 40_000;
const QUOTED_LENGTH = 60;

/** Tags in which models think before they answer. */
const THINKING = /<(think|thinking|analysis|scratchpad)>[^]*?<\/\1>/gi;

/**
 * The sections of a model's answer with their lines as written, list marks and indentation included;
 * text before the first heading is left out. Secrets are redacted.
 *
 * @throws SummarizationError for an answer with fewer than two of the sections
 */
export function readSummary(answer: string): Sections {
  // Redaction must see a secret at the end whole.
  const readable = redactSecrets(plainLines(answer.slice(0, 2 * MAX_ANSWER_LENGTH)));
  const text = readable.replaceAll(THINKING, '').slice(0, MAX_ANSWER_LENGTH);
  const sections: Sections = {};
  let current: string[] | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const heading = headingOf(line.trim());
    if (heading !== undefined) {
      current = sections[heading.name] ??= [];
      if (heading.rest !== '') current.push(heading.rest);
    } else if (line.trim() !== '' && !/^\s*(?:```|~~~)/.test(line)) current?.push(line);
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

/** The lines without list marks, as data. */
export function plainSections(sections: Sections): Sections {
  const plain = (line: string): string => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim();
  return Object.fromEntries(
    (Object.entries(sections) as [SectionName, string[]][]).map(([name, lines]) => [
      name,
      lines.map(plain).filter((line) => line !== ''),
    ]),
  );
}
