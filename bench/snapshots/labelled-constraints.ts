/** Walks sessions through compactions and looks for the constraints that were labelled by hand. */
import { readFileSync } from 'node:fs';

import { openSession, type PreparedRequest } from '@everlong/context';
import { createMemoryStore, type EntryInput, messageText } from '@everlong/core';
import { toEntry } from '@everlong/core/store-kit';
import { readTranscript } from '@everlong/formats';
import { type ConstraintSpans, findUserConstraints, type UserConstraint } from '@everlong/replay';

interface Labels {
  constraints: ConstraintSpans;
}

/** What the requests hold of a session's labelled constraints after so many compactions. */
export interface KeptConstraints {
  compactions: number;
  /** Labelled constraints said so far, and those of them that the detector finds. */
  labelled: number;
  found: number;
  /** Of all labelled ones, found or not: their words stand in the request, white space apart. */
  held: number;
  /** Of those found: neither quoted nor named by their entry. */
  silent: string[];
  /** Of the snapshots. */
  tokens: number;
}

const labelFile = new URL('constraint-labels.json', import.meta.url);
const { tuned, heldOut } = JSON.parse(readFileSync(labelFile, 'utf8')) as Record<
  'tuned' | 'heldOut',
  Record<string, Labels>
>;
const labels: Readonly<Record<string, Labels>> = { ...tuned, ...heldOut };

/** The sessions, named `format/session`. */
export const labelledFiles = Object.keys(labels).toSorted();

const MESSAGES_BETWEEN = 40;
const MOST_TURNS = 400;

/** Of the constraints that are found in a session, those that were labelled. */
export function labelledConstraints(
  file: string,
  recorded: readonly EntryInput[],
): UserConstraint[] {
  const log = recorded.map((entry, seq) => toEntry({ ...entry, id: `${seq}` }, file, seq));
  return findUserConstraints(log).filter(({ seq, text }) => {
    const message = log[seq]?.message;
    const from = message === undefined ? -1 : messageText(message).indexOf(text);
    const spans = labels[file]?.constraints[seq] ?? [];
    return spans.some(([start, end]) => start < from + text.length && from < end);
  });
}

/**
 * Compacts a session of the corpus every 40 messages, on after the end of the record, and says what
 * its requests hold after each of `checkedAfter` compactions.
 */
export async function walkConstraints(
  corpus: string,
  file: string,
  { contextWindow, checkedAfter }: { contextWindow: number; checkedAfter: readonly number[] },
): Promise<KeptConstraints[]> {
  const { entries } = await readTranscript(`${corpus}/normalized/${file}.jsonl.gz`);
  const constraints = labelledConstraints(file, entries);
  const session = await openSession({
    store: createMemoryStore(),
    contextWindow,
    policy: 'everlong',
    budget: { responseReserve: 1024 },
    // Counting is not what is looked at here.
    tokenizer: {
      name: 'quarters',
      source: 'heuristic',
      count: (text) => Math.ceil(text.length / 4),
    },
  });
  const kept: KeptConstraints[] = [];
  const epoch = (): number => session.state().epoch;
  let appended = 0;
  for (let turn = 0; epoch() < Math.max(...checkedAfter) && turn < MOST_TURNS; turn++) {
    const next = entries.slice(appended, appended + MESSAGES_BETWEEN);
    appended += next.length;
    await session.append(next.length > 0 ? next : idleTurn(turn));
    const before = epoch();
    await session.compact();
    const request = await session.prepare();
    const compactions = checkedAfter.find((count) => before < count && epoch() >= count);
    if (compactions === undefined) continue;
    const said = constraints.filter(({ seq }) => seq < appended);
    const labelled = labelledTexts(file, entries.slice(0, appended));
    const text = squeeze(request.messages.map(messageText).join('\n'));
    kept.push({
      compactions,
      labelled: labelled.length,
      held: labelled.filter((words) => text.includes(words)).length,
      ...foundIn(request, said),
      tokens: request.state.used.summary,
    });
  }
  return kept;
}

/** The words of all labelled constraints of a session. */
function labelledTexts(file: string, recorded: readonly EntryInput[]): string[] {
  return Object.entries(labels[file]?.constraints ?? {}).flatMap(([seq, spans]) => {
    const message = recorded[Number(seq)]?.message;
    const text = message === undefined ? '' : messageText(message);
    return message === undefined
      ? []
      : spans.map(([start, end]) => squeeze(text.slice(start, end)));
  });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function idleTurn(turn: number): EntryInput[] {
  const wish = `Look at file ${turn}. ${'It is old. '.repeat(20)}`;
  const reply = `I looked at it. ${'Fine. '.repeat(40)}`;
  return [
    { message: { role: 'user', content: wish } },
    { message: { role: 'assistant', content: reply } },
  ];
}

function foundIn(
  { messages }: PreparedRequest,
  said: readonly UserConstraint[],
): Pick<KeptConstraints, 'found' | 'silent'> {
  const text = messages.map(messageText).join('\n');
  const isThere = ({ seq, text: words }: UserConstraint): boolean =>
    text.includes(words) || isNamed(text, seq);
  const silent = said.filter((constraint) => !isThere(constraint));
  return { found: said.length, silent: silent.map((constraint) => constraint.text) };
}

/** Whether an account tells of the message, if only in brief: its entry can be opened then. */
function isNamed(text: string, seq: number): boolean {
  return new RegExp(`^#${seq} user`, 'm').test(text);
}
