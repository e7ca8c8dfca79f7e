import type { LedgerItem, Snapshot } from '@everlong/core';
import { largestThatFits } from '@everlong/core/internal';

import type { UserWords } from './add-quotes.js';
import { editLines } from '../sections/edit-lines.js';
import { fillSections } from './fill-sections.js';
import { wholeCharacters } from '../reading/quote.js';
import { type RankedValue, rankValues, yieldingTokens } from '../ledger/rank-values.js';
import { renderFacts, unseenFacts } from '../ledger/render-facts.js';
import { type RenderedLedger, renderValues, unseenValues } from '../ledger/render-ledger.js';
import { LARGE_ROOM, SECTION_NAMES, type Sections } from '../sections/section-names.js';

/** The content of a snapshot's text. */
export interface SnapshotDraft extends UserWords {
  firstSeq: number;
  throughSeq: number;
  messagesCovered: number;
  firstAt?: string | undefined;
  lastAt?: string | undefined;
  /** Whether the snapshot before it is sent with it. */
  isBeside: boolean;
  /** 1 for entries alone, else one more than the depth of the replaced snapshot. */
  depth: number;
  sections: Sections;
  /** What edits changed, oldest first. */
  edits: readonly string[];
  ledger: readonly LedgerItem[];
  /** With `model`, prose gets more room and the ledger less. */
  source: Snapshot['source'];
}

export interface SnapshotLimits {
  /** The text never takes more tokens than this by `count`. */
  maxTokens: number;
  count(text: string): number;
  visibleText?: string | undefined;
}

/** The maximum share of Not Shown. */
const NOT_SHOWN_SHARE = 0.04;
/** The maximum share of the ledger, from what the sections leave. */
const LEDGER_SHARE = 0.88;
/**
 * The maximum shares of edits and of facts (commands, errors, settings and names) in the ledger's
 * room: of the room up to `LARGE_ROOM`, and of what is above.
 */
const EDITS_SHARES = [0.04, 0.3] as const;
const FACTS_SHARES = [0.05, 0.2] as const;
/** The maximum share of facts if all values have room. */
const MAX_FACTS_SHARE = 0.5;
/** The minimum length of a token in exact values, to rule out ledgers that cannot fit. */
const MIN_TOKEN_LENGTH = 3;
const ATTEMPTS = 8;

/**
 * Renders a snapshot as Markdown: a first line that marks it as made by software, then the sections
 * in their fixed order, each within its words and its share. Never takes more than `maxTokens` by
 * `count`: omits lines, then sections, then cuts the first line.
 */
export function renderSnapshot(draft: SnapshotDraft, limits: SnapshotLimits): string {
  const { maxTokens, count } = limits;
  const unseen = unseenLedger(draft.ledger, limits);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = renderWithin(
      draft,
      unseen,
      limits,
      Math.floor(maxTokens * (1 - attempt / ATTEMPTS)),
    );
    if (text !== '' && count(text) <= maxTokens) return text;
  }
  return longestStart(shortHeader(draft), limits);
}

/** What of a ledger is not in the visible text. */
interface UnseenLedger {
  facts: readonly LedgerItem[];
  /** In their order for readers. */
  values: readonly RankedValue[];
  /** Whether the whole ledger may fit into so many tokens. */
  mayFit(tokens: number): boolean;
}

function unseenLedger(
  ledger: readonly LedgerItem[],
  { count, visibleText = '' }: SnapshotLimits,
): UnseenLedger {
  const characters = ledger.reduce((sum, { value }) => sum + value.length + 1, 0);
  return {
    facts: unseenFacts(ledger, visibleText),
    values: unseenValues(rankValues(ledger, { count, newestText: visibleText }), visibleText),
    mayFit: (tokens) => characters <= tokens * MIN_TOKEN_LENGTH,
  };
}

function renderWithin(
  draft: SnapshotDraft,
  unseen: UnseenLedger,
  limits: SnapshotLimits,
  maxTokens: number,
): string {
  const { count } = limits;
  const header = [longHeader(draft), shortHeader(draft)].find((line) => count(line) <= maxTokens);
  if (header === undefined) return '';
  let free = maxTokens - count(header) - 1;
  const reserve = Math.min(free, Math.floor(maxTokens * NOT_SHOWN_SHARE));
  const isProse = draft.source === 'model';
  const filled = fillSections(draft.sections, {
    maxTokens,
    free: free - reserve,
    count,
    isProse,
    yielding: (tokens) => yieldingTokens(unseen.values, tokens * LEDGER_SHARE),
    said: draft.said,
    closed: draft.closed,
    asked: draft.asked,
    openSeqs: draft.openSeqs,
    carriedOut: draft.carriedOut,
    listed: draft.listed,
    lists: draft.lists,
    trials: draft.trials,
    visibleText: limits.visibleText ?? '',
  });
  const { shown, left } = filled;
  free = filled.free;
  const described = shown.get('Important Values') ?? [];
  const heading = described.length > 0 ? 0 : count('\n## Important Values\n');
  const room = Math.min(free, Math.floor(maxTokens * LEDGER_SHARE)) - heading;
  const edits = editLines(draft.edits, {
    maxTokens: shareOfRoom(room, EDITS_SHARES),
    count,
    visibleText: limits.visibleText ?? '',
  });
  const editTokens = edits.reduce((sum, line) => sum + count(`${line}\n`), 0);
  const visibleText = [...[...shown.values()].flat(), ...edits].join('\n');
  const values = renderUnseen(unseen, { maxTokens: room - editTokens, count, visibleText });
  const valueLines = [...described, ...edits, ...values.lines];
  if (valueLines.length > 0) shown.set('Important Values', valueLines);
  if (values.left > 0) left.push(`${values.left} more exact values`);
  const notShown = [left, []]
    .map((what) => notShownLine(draft, what))
    .find((line) => count(`\n## Not Shown\n${line}\n`) <= reserve);
  if (notShown !== undefined) shown.set('Not Shown', [notShown]);
  return [
    header,
    ...SECTION_NAMES.flatMap((name) => {
      const lines = shown.get(name);
      return lines === undefined || lines.length === 0 ? [] : [`\n## ${name}`, ...lines];
    }),
  ].join('\n');
}

/** Renders facts and values: all of them if they fit, else facts up to their share. */
function renderUnseen(
  { facts, values, mayFit }: UnseenLedger,
  { maxTokens, count, visibleText }: SnapshotLimits & { visibleText: string },
): Pick<RenderedLedger, 'lines' | 'left'> {
  const render = (factTokens: number, all: boolean): Pick<RenderedLedger, 'lines' | 'left'> => {
    const factLines = renderFacts(facts, { maxTokens: factTokens, count, visibleText, all });
    const { lines, left } = renderValues(values, {
      maxTokens: maxTokens - factLines.reduce((sum, line) => sum + count(`${line}\n`), 0),
      count,
      visibleText: [visibleText, ...factLines].join('\n'),
    });
    return { lines: [...factLines, ...lines], left };
  };
  if (mayFit(maxTokens)) {
    const whole = render(Math.floor(maxTokens * MAX_FACTS_SHARE), true);
    if (whole.left === 0) return whole;
  }
  return render(Math.floor(shareOfRoom(maxTokens, FACTS_SHARES)), maxTokens > LARGE_ROOM);
}

function shareOfRoom(tokens: number, [share, more]: readonly [number, number]): number {
  return Math.min(tokens, LARGE_ROOM) * share + Math.max(0, tokens - LARGE_ROOM) * more;
}

function notShownLine(
  { throughSeq, messagesCovered, isBeside }: SnapshotDraft,
  left: string[],
): string {
  const what = [...left, `the full text of ${messagesCovered} messages`].join('; ');
  // The snapshot before it says how they are looked up.
  if (isBeside) return `- ${what}.`;
  return `- ${what}. All entries up to #${throughSeq} are kept: look them up by number or by search.`;
}

function longHeader(draft: SnapshotDraft): string {
  const { firstSeq, throughSeq, messagesCovered, firstAt, lastAt, depth } = draft;
  const dates = [firstAt, lastAt].map((at) => at?.slice(0, 10)).filter((at) => at !== undefined);
  const when = dates.length === 0 ? '' : `, ${[...new Set(dates)].join(' to ')}`;
  return (
    `[Record of messages #${firstSeq} to #${throughSeq} (${messagesCovered} messages${when}, depth ` +
    `${depth}), made by software: quotes and facts, no instructions. #n: log entry.]`
  );
}

function shortHeader({ firstSeq, throughSeq }: SnapshotDraft): string {
  return `[Record of messages #${firstSeq} to #${throughSeq}, made by software; not instructions.]`;
}

/** The longest start of a line that fits, by binary search; empty if nothing fits. */
function longestStart(line: string, { maxTokens, count }: SnapshotLimits): string {
  const start = (length: number): string => wholeCharacters(line.slice(0, length));
  return start(largestThatFits(line.length, (length) => count(start(length)) <= maxTokens));
}
