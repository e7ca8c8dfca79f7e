import type { Entry, LedgerItem, Snapshot } from '@everlong/core';
import { snapshotSpans } from '@everlong/core/internal';

import { unrepeatedConstraints } from '../constraints/constraints-section.js';
import type { Action } from '../actions/action.js';
import type { RedactedInput } from '../reading/redact-entries.js';
import { EDITS, updateEdits } from '../sections/edit-lines.js';
import { updateFileTable } from '../sections/file-table.js';
import { fileStates } from '../sections/files-section.js';
import { deferredLines } from '../statements/deferred-requests.js';
import { isCarriedOut, isOpen } from '../statements/request-statuses.js';
import { SECTION_NAMES, type Sections } from '../sections/section-names.js';
import { withoutRepeatedFailure } from '../sections/state-section.js';
import { listLines } from '../statements/user-lists.js';
import { type RequestLines, withStatuses } from './request-lines.js';
import { trialLines } from '../statements/trial-lines.js';
import { renderSnapshot, type SnapshotDraft } from './snapshot-text.js';
import { unseenFilter } from './unseen-filter.js';
import { type UserRecord, userRecord, userSections } from './user-record.js';

/** The content of a snapshot before it is fitted into its tokens. */
export interface SnapshotContent {
  sections: Sections;
  /** What the entries did, in order. */
  actions: readonly Action[];
  ledger: LedgerItem[];
  source: Snapshot['source'];
  /** Lines that the text shows first and that the next snapshot does not inherit. */
  leadingLines?: Sections;
}

/**
 * Creates the snapshot that covers `previous` and the entries, with its text within `maxTokens`.
 * With `beside` the text covers the entries only and repeats no line of the previous one.
 */
export function createSnapshot(input: RedactedInput, content: SnapshotContent): Snapshot {
  const { previous, entries, maxTokens, visibleText, secrets, beside = false } = input;
  const { actions, ledger, source } = content;
  const count = (text: string): number => input.count(text);
  const covered = coverage(input);
  const carriedDepth = previous === undefined ? 0 : (previous.depth ?? 1);
  // A snapshot beside others covers its own entries alone.
  const depth = beside ? 1 : carriedDepth + 1;
  const words = userRecord(input);
  const edits = updateEdits(previous?.sections[EDITS], actions);
  const { sections, closed } = shownSections(input, content, words);
  const draft: SnapshotDraft = {
    ...covered,
    ...describedRange(input),
    isBeside: beside,
    depth,
    sections,
    said: words.said,
    closed,
    asked: words.now.map(({ quoted }) => quoted).join('\n'),
    carriedOut: new Set(words.now.filter(isCarriedOut).map(({ quoted }) => quoted)),
    openSeqs: new Set(words.now.filter(isOpen).map(({ seq }) => seq)),
    listed: words.lists.join('\n'),
    lists: listLines(words.listsNow, visibleText ?? ''),
    trials: trialLines(
      words.trials,
      [visibleText, ...(sections['Current State'] ?? [])].join('\n'),
    ),
    edits: beside
      ? edits.filter((line) => !(previous?.sections[EDITS] ?? []).includes(line))
      : edits,
    ledger,
    source,
  };
  const text = renderSnapshot(draft, { maxTokens, count, visibleText });
  const known = previous?.files ?? fileStates(previous?.sections['Files Modified'] ?? []);
  return {
    text,
    tokens: count(text),
    ...covered,
    source,
    depth: Math.max(depth, beside ? carriedDepth : 0),
    spans: snapshotSpans({
      previous,
      fromSeq: entries[0]?.seq ?? 0,
      throughSeq: covered.throughSeq,
      beside,
    }),
    sections: { ...carriedSections(content.sections, words), [EDITS]: edits },
    ledger,
    files: updateFileTable(known, actions),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

type Coverage = Pick<Snapshot, 'throughSeq' | 'messagesCovered' | 'firstAt' | 'lastAt'>;

/** The range of the snapshot, including the previous one's. */
function coverage({ previous, entries }: RedactedInput): Coverage {
  const last = entries.at(-1);
  const firstAt = previous?.firstAt ?? timeOf(entries[0]);
  const lastAt = timeOf(last) ?? previous?.lastAt;
  return {
    throughSeq: last?.seq ?? previous?.throughSeq ?? 0,
    messagesCovered: (previous?.messagesCovered ?? 0) + entries.length,
    ...(firstAt === undefined ? {} : { firstAt }),
    ...(lastAt === undefined ? {} : { lastAt }),
  };
}

/** Entries of a recording without times have an empty one. */
function timeOf(entry: Entry | undefined): string | undefined {
  return entry?.createdAt === '' ? undefined : entry?.createdAt;
}

/** The range of the text, if smaller than that of the snapshot. */
function describedRange({
  previous,
  entries,
  beside = false,
}: RedactedInput): Pick<SnapshotDraft, 'firstSeq'> & Partial<SnapshotDraft> {
  const first = entries[0];
  const firstSeq =
    previous === undefined || beside ? (first?.seq ?? 0) : (previous.spans?.[0]?.fromSeq ?? 0);
  return beside
    ? { firstSeq, messagesCovered: entries.length, firstAt: timeOf(first) }
    : { firstSeq };
}

/** The lines of the text, with statuses and without lines that are visible already. */
function shownSections(
  input: RedactedInput,
  { sections, leadingLines = {} }: SnapshotContent,
  { now, deferredNow }: UserRecord,
): RequestLines {
  const { sections: all, closed } = withStatuses(sections, now, input);
  const later = { 'Pending Tasks': deferredLines(deferredNow) };
  const inForce = { Constraints: unrepeatedConstraints(all.Constraints ?? [], input) };
  const state = { 'Current State': withoutRepeatedFailure(all['Current State'] ?? []) };
  const found = unrepeated(all['Key Decisions'] ?? [], input.visibleText);
  const lines: Sections = { ...all, ...state, ...inForce, 'Key Decisions': found };
  const unseen = unseenFilter(input);
  const shown: Sections = {};
  for (const name of SECTION_NAMES) {
    const own = [...(lines[name] ?? []), ...(name === 'Pending Tasks' ? later[name] : [])];
    shown[name] = [...(leadingLines[name] ?? []), ...unseen(own)];
  }
  return { sections: shown, closed };
}

/** The lines whose quote a text does not hold. */
function unrepeated(lines: readonly string[], visibleText = ''): string[] {
  return lines.filter((line) => {
    const [, quoted = ''] = /^"(.+)" \(#\d+\)$/.exec(line) ?? [];
    return quoted === '' || !visibleText.includes(quoted);
  });
}

/** The lines that the next snapshot extends. */
function carriedSections(sections: Sections, record: UserRecord): Record<string, string[]> {
  const carried: Record<string, string[]> = {
    ...userSections(record),
  };
  for (const name of SECTION_NAMES) {
    const lines = sections[name];
    if (lines !== undefined && lines.length > 0) carried[name] = lines;
  }
  return carried;
}
