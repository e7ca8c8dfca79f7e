/** Compares the constraints that are found in the corpus with those that were labelled by hand. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import type { Entry } from '@everlong/core';

/** The offsets of constraints in an entry's text: `[start, end)`, in UTF-16 units. */
type Span = [start: number, end: number];

interface LabelledSession {
  constraints: Record<string, Span[]>;
  byPrograms?: number[];
  unjudged?: number[];
}

export type LabelledPart = Record<string, LabelledSession>;

export interface ConstraintLabels {
  rule: string[];
  tuned: LabelledPart;
  heldOut: LabelledPart;
}

export interface ConstraintScore {
  labelled: number;
  /** Labelled constraints that a found one overlaps. */
  hit: number;
  found: number;
  /** Found constraints that overlap a labelled one. */
  right: number;
  /** `file#seq [start, end)` of misses and of false positives. */
  missed: string[];
  wrong: string[];
}

export function readLabels(): ConstraintLabels {
  const text = readFileSync(new URL('constraint-labels.json', import.meta.url), 'utf8');
  return JSON.parse(text) as ConstraintLabels;
}

/** The entries of a session of the corpus that take part, with the text that offsets refer to. */
export function labelledEntries(
  corpus: string,
  file: string,
  { byPrograms = [], unjudged = [] }: LabelledSession,
): { entry: Entry; text: string }[] {
  const packed = readFileSync(`${corpus}/normalized/${file}.jsonl.gz`);
  const lines = gunzipSync(packed).toString('utf8').trim().split('\n');
  return lines.flatMap((line, seq) => {
    const { role, content } = JSON.parse(line) as {
      role: string;
      content: string | { type: string; text?: string }[];
    };
    if (role !== 'user' || byPrograms.includes(seq) || unjudged.includes(seq)) return [];
    const text =
      typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
    const entry: Entry = {
      id: `entry-${seq}`,
      sessionId: file,
      seq,
      createdAt: new Date(0).toISOString(),
      format: 'model-message/1',
      message: { role: 'user', content: text },
    };
    return [{ entry, text }];
  });
}

export function scoreConstraints(
  corpus: string,
  part: LabelledPart,
  find: (entry: Entry) => readonly string[],
): ConstraintScore {
  const score: ConstraintScore = { labelled: 0, hit: 0, found: 0, right: 0, missed: [], wrong: [] };
  for (const [file, session] of Object.entries(part)) {
    for (const { entry, text } of labelledEntries(corpus, file, session)) {
      const labels = session.constraints[entry.seq] ?? [];
      const spans = spansOf(text, find(entry));
      const missed = labels.filter((label) => !spans.some((span) => overlap(span, label)));
      const wrong = spans.filter((span) => !labels.some((label) => overlap(span, label)));
      score.labelled += labels.length;
      score.hit += labels.length - missed.length;
      score.found += spans.length;
      score.right += spans.length - wrong.length;
      const place = ([start, end]: Span): string => `${file}#${entry.seq} [${start}, ${end})`;
      score.missed.push(...missed.map(place));
      score.wrong.push(...wrong.map(place));
    }
  }
  return score;
}

/** Found sentences come in the order of the text; equal ones follow each other there too. */
function spansOf(text: string, found: readonly string[]): Span[] {
  let from = 0;
  return found.map((sentence) => {
    const after = text.indexOf(sentence, from);
    const start = after < 0 ? text.indexOf(sentence) : after;
    from = start + sentence.length;
    return [start, from];
  });
}

function overlap([start, end]: Span, [from, to]: Span): boolean {
  return start < to && from < end;
}
