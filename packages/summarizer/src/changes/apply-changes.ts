import { contentWords } from '../reading/content-words.js';
import { entriesNamed } from '../reading/entry-marks.js';
import { SECTION_NAMES, type SectionName, type Sections } from '../sections/section-names.js';
import type { SourceIndex } from '../sections/source-index.js';
import { verifySections } from '../sections/verify-sections.js';
import type { ChangeEvidence } from './change-evidence.js';
import type { LineChange } from './line-change.js';
import { boundedLines, maxAdded } from './model-owned-lines.js';
import type { NumberedLine } from './numbered-lines.js';
import { entryThatShows } from './entry-that-shows.js';
import { type Demand, isSameLine, restatesDemand } from './same-line.js';

export interface ChangeContext {
  sources: SourceIndex;
  evidence: ChangeEvidence;
  /** Lines of the summary that code maintains and the model need not repeat. */
  fixed: Sections;
  /**
   * The user's constraints in force, without quotation marks. Lines that contain one never change.
   */
  constraints: readonly string[];
}

/** The lines of a summary after changes, and the outcome of the changes. */
export interface ChangedLines {
  sections: Sections;
  /** Constraints that the model names, not yet compared with the user's words. */
  claimed: string[];
  /** Outdated lines, and the entry that shows it. */
  ended: (NumberedLine & { evidence: number; isClosed: boolean })[];
  /** Changes of lines that no entry supports, or that change what must not change. */
  refused: number;
  checked: number;
  struck: number;
}

/** The changes applied so far. */
interface Progress extends Omit<ChangedLines, 'sections'> {
  /** Lines in force, by id. */
  open: ReadonlyMap<string, NumberedLine>;
  superseding: readonly NumberedLine[];
  added: Sections;
}

interface Rules extends ChangeContext {
  numbered: readonly NumberedLine[];
  demands: readonly Demand[];
}

/**
 * Applies the supported changes: adds new lines that the sources support, and closes or supersedes
 * lines if one of the named entries shows it. A line of Current State only has to be older than the
 * named entry; it is removed if no source supports its replacement. New lines follow the others.
 * All other lines stay verbatim until their section is full, when the oldest are removed.
 * Deterministic; never throws.
 */
export function applyChanges(
  numbered: readonly NumberedLine[],
  changes: readonly LineChange[],
  context: ChangeContext,
): ChangedLines {
  const demands = context.constraints.map((text) => ({ text, words: contentWords(text) }));
  const rules: Rules = { ...context, numbered, demands };
  const start: Progress = {
    claimed: [],
    ended: [],
    refused: 0,
    checked: 0,
    struck: 0,
    open: new Map(numbered.map((item) => [item.id, item])),
    superseding: [],
    added: {},
  };
  const { open, superseding, added, ...changed } = changes.reduce(
    (progress, change) =>
      change.kind === 'add' ? add(progress, change, rules) : end(progress, change, rules),
    start,
  );
  const current = [...open.values(), ...superseding];
  const sections: Sections = {};
  for (const name of SECTION_NAMES) {
    const kept = current.filter((item) => item.section === name).map(({ line }) => line);
    sections[name] = [...kept, ...(added[name] ?? [])];
  }
  return { ...changed, sections: boundedLines(sections) };
}

function add(
  progress: Progress,
  { section, text }: Extract<LineChange, { kind: 'add' }>,
  { numbered, fixed, sources }: Rules,
): Progress {
  if (section === 'Constraints') return { ...progress, claimed: [...progress.claimed, text] };
  const here = progress.added[section] ?? [];
  const known = numbered.filter((item) => item.section === section).map(({ line }) => line);
  if (here.length >= maxAdded(section, known.length)) return progress;
  const all = [...known, ...here, ...(fixed[section] ?? [])];
  if (all.some((line) => isSameLine(line, text))) return progress;
  const { line, checked, struck } = verifyLine(section, text, sources);
  const added = line === undefined ? here : [...here, line];
  return {
    ...counted(progress, { checked, struck }),
    added: { ...progress.added, [section]: added },
  };
}

function end(
  progress: Progress,
  change: Exclude<LineChange, { kind: 'add' }>,
  { demands, evidence, sources }: Rules,
): Progress {
  const item = progress.open.get(change.id);
  const shownBy =
    item === undefined || restatesDemand(item.line, demands)
      ? undefined
      : entryThatShows(item, change, evidence);
  if (item === undefined || shownBy === undefined) return counted(progress, { refused: 1 });
  if (change.kind === 'close')
    return withoutLine(progress, { ...item, evidence: shownBy, isClosed: true });
  const text = marked(change.text, shownBy);
  const { line, checked, struck } = verifyLine(item.section, text, sources);
  const isWhole = line === text;
  const verified = counted(progress, { checked, struck, refused: isWhole ? 0 : 1 });
  // If part of the new line was struck, the old line is better; but an outdated state is worse
  // than none.
  if (!isWhole && item.section !== 'Current State') return verified;
  const superseding =
    line === undefined ? verified.superseding : [...verified.superseding, { ...item, line }];
  const ended = { ...item, evidence: shownBy, isClosed: false };
  return withoutLine({ ...verified, superseding }, ended);
}

function withoutLine(progress: Progress, ended: Progress['ended'][number]): Progress {
  const open = new Map(progress.open);
  open.delete(ended.id);
  return { ...progress, open, ended: [...progress.ended, ended] };
}

function counted(
  progress: Progress,
  { checked = 0, struck = 0, refused = 0 }: Partial<Progress>,
): Progress {
  return {
    ...progress,
    checked: progress.checked + checked,
    struck: progress.struck + struck,
    refused: progress.refused + refused,
  };
}

function verifyLine(
  section: SectionName,
  text: string,
  sources: SourceIndex,
): { line: string | undefined; checked: number; struck: number } {
  const { sections, checked, struck } = verifySections({ [section]: [text] }, sources);
  return { line: sections[section]?.[0], checked, struck };
}

function marked(text: string, seq: number): string {
  return entriesNamed(text).length > 0 ? text : `${text} (#${seq})`;
}
