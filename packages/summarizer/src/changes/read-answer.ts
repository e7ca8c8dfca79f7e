import { SummarizationError } from '@everlong/core';
import { plainLines } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import type { NumberedLine } from './numbered-lines.js';
import { parseChanges } from './parse-changes.js';
import { countSections, MAX_ANSWER_LENGTH, parseSections } from '../sections/parse-sections.js';
import { plainAnswer } from './plain-answer.js';
import type { LineChange } from './line-change.js';
import { SECTION_NAMES } from '../sections/section-names.js';

const lineId = /^\[?([FKVSP]\d{1,3})\][:.]?\s+/;

/** More than is parsed: redaction shortens the text, and must see a secret at its end whole. */
const MAX_RAW_LENGTH = 2 * MAX_ANSWER_LENGTH;
const QUOTED_LENGTH = 60;

/**
 * The part of an answer that is parsed: plain lines without secrets, 80,000 characters or fewer.
 */
export function readableAnswer(answer: string): string {
  return redactSecrets(plainLines(answer.slice(0, MAX_RAW_LENGTH))).slice(0, MAX_RAW_LENGTH);
}

/**
 * The changes that an answer asks for, whether it lists changes or is a whole summary. Lines of a
 * whole summary are additions; one that begins with the id of a numbered line supersedes that line
 * where it differs.
 *
 * @throws SummarizationError if it is neither. A first summary needs at least two of the sections.
 */
export function readAnswer(given: string, numbered: readonly NumberedLine[]): LineChange[] {
  const readable = readableAnswer(given);
  const answer = plainAnswer(readable);
  const { changes, isRecognised, rest } = parseChanges(answer);
  const sections = parseSections(rest);
  const named = new Set(
    changes.flatMap((change) => (change.kind === 'add' ? [change.section] : [])),
  );
  for (const name of SECTION_NAMES) if (sections[name] !== undefined) named.add(name);
  const isChange = numbered.length > 0 && isRecognised;
  if (!isChange && Math.max(countSections(sections), named.size) < 2) {
    throw new SummarizationError(formatText(readable, numbered.length > 0));
  }
  const byId = new Map(numbered.map((item) => [item.id, item]));
  for (const section of SECTION_NAMES) {
    if (section === 'Not Shown') continue;
    for (const line of sections[section] ?? []) {
      const [lead = '', id = ''] = lineId.exec(line) ?? [];
      const text = line.slice(lead.length);
      const item = byId.get(id);
      if (item === undefined) changes.push({ kind: 'add', section, text });
      else if (item.line !== text) changes.push(superseding(id, text));
    }
  }
  return changes;
}

function superseding(id: string, text: string): LineChange {
  const evidence = [...text.matchAll(/#(\d+)/g)].slice(0, 20).map(([, seq]) => Number(seq));
  return { kind: 'supersede', id, text, evidence };
}

function formatText(answer: string, isUpdate: boolean): string {
  const start = JSON.stringify(answer.slice(0, QUOTED_LENGTH));
  const lacks = isUpdate
    ? 'neither changes nor two of the sections'
    : 'fewer than two of the sections asked for';
  return `The answer holds ${lacks}; it begins ${start}.`;
}
