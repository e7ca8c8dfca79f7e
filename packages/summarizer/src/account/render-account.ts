import type { FileState, LedgerItem } from '@everlong/core';
import { largestThatFits } from '@everlong/core/internal';

import { type RenderedLedger, renderLedger } from '../ledger/render-ledger.js';
import { type AccountSections, joinSections } from './account-sections.js';
import { chooseTurns } from './choose-turns.js';
import { commonRoot, fileLines, withoutRoot } from './file-lines.js';
import { withoutRepeatedWords } from './repeated-words.js';
import { createRoom, type Room } from './room.js';
import { CUT, shorten } from '../reading/shorten.js';
import type { AccountData } from './turn.js';
import { actLine } from './turn-lines.js';

export interface AccountContent extends AccountData {
  fromSeq: number;
  throughSeq: number;
  files: readonly FileState[];
  ledger: readonly LedgerItem[];
  /** Whether messages follow that belong to the newest turn. */
  goesOn: boolean;
}

export interface AccountLimits {
  maxTokens: number;
  count(text: string): number;
  visibleText: string;
  visibleUserText: string;
}

/** Shares of the room that are kept for what comes after the turns. */
const QUOTED_SHARE = 0.5;
const ERRORS_SHARE = 0.08;
const FILES_SHARE = 0.1;
const VALUES_SHARE = 0.15;
const NOT_SHOWN_TOKENS = 60;
/** A heading with the empty line before it. */
const HEADING_TOKENS = 8;
/** An account of so many UTF-16 units is short, whatever it stands for. */
const SHORT_LENGTH = 4000;

interface Rendered {
  text: string;
  sections: AccountSections;
}

/**
 * The user's words apart, an account is at most half as long as what it stands for: of a few short
 * messages there is less to tell than there is room for.
 */
function mostLength({ turns, length = Infinity }: AccountContent): number {
  const words = turns.reduce((sum, turn) => sum + turn.words.length, 0);
  return Math.max(SHORT_LENGTH, words + (length - words) / 2);
}

/** The text of an account and its sections; at most `maxTokens` by `count`. */
export function renderAccount(content: AccountContent, limits: AccountLimits): Rendered {
  const { maxTokens, count } = limits;
  for (const share of [1, 0.9, 0.75, 0.5]) {
    const made = renderWithin(content, { ...limits, maxTokens: Math.floor(maxTokens * share) });
    if (made === undefined || count(made.text) > maxTokens) continue;
    const used = mostLength(content) / made.text.length;
    if (used >= 1) return made;
    const fewer = Math.floor(count(made.text) * used);
    return renderWithin(content, { ...limits, maxTokens: fewer }) ?? made;
  }
  const header = shortHeader(content);
  const length = largestThatFits(header.length, (end) => count(header.slice(0, end)) <= maxTokens);
  return { text: header.slice(0, length), sections: {} };
}

function renderWithin(
  content: AccountContent,
  { maxTokens, count, visibleText, visibleUserText }: AccountLimits,
): Rendered | undefined {
  const root = commonRoot(content.files.map(({ path }) => path));
  const header = headerOf(content, root);
  const room = createRoom(maxTokens - count(header) - NOT_SHOWN_TOKENS, count);
  if (room.left() < HEADING_TOKENS) return undefined;
  const whole = room.left();
  const relative = withoutRoot(root);
  const sections: AccountSections = {};
  const put = (heading: keyof AccountSections, lines: string[]): void => {
    if (lines.length > 0) sections[heading] = lines;
  };
  put('Earlier Summary', quotedLines(content, room, whole * QUOTED_SHARE));
  const errors = content.errors.map((act) => relative(actLine(act)));
  put('Open errors', newestThatFit(errors, room, whole * ERRORS_SHARE));
  const files = fileLines(content.files).map(relative);
  put('Files', newestThatFit(files.toReversed(), room, whole * FILES_SHARE).toReversed());
  room.take([{ text: '', tokens: HEADING_TOKENS }]);
  const valuesIn = (most: number): RenderedLedger =>
    renderLedger(content.ledger, {
      maxTokens: most - HEADING_TOKENS,
      count,
      visibleText: [visibleText, ...Object.values(sections).flat()].join('\n'),
    });
  const valueTokens = Math.min(
    count(valuesIn(whole * VALUES_SHARE).lines.join('\n')) + HEADING_TOKENS,
    room.left(),
  );
  room.take([{ text: '', tokens: valueTokens }]);
  const told = withoutRepeatedWords(content.turns).map((turn) => ({
    ...turn,
    acts: turn.acts.map((act) => ({
      ...act,
      what: relative(act.what),
      result: relative(act.result),
    })),
  }));
  const turns = chooseTurns({ ...content, turns: told, visibleUserText }, room);
  put('Requests and what came of them', turns.lines);
  const values = valuesIn(Math.min(valueTokens + room.left(), whole * VALUES_SHARE));
  put('Values', values.lines);
  put('Not Shown', [
    notShown(content, {
      requests: turns.left.requests + (content.dropped?.requests ?? 0),
      acts: turns.left.acts + (content.dropped?.acts ?? 0),
      values: values.left,
    }),
  ]);
  return { text: `${header}\n${joinSections(sections)}`, sections };
}

function quotedLines({ quoted }: AccountContent, room: Room, maxTokens: number): string[] {
  return quoted.flatMap(({ throughSeq, text }) => {
    const lines = text.split('\n').map((line) => `> ${line}`.trimEnd());
    // What a person adds stands at either end.
    const upTo = (kept: number): string[] => [
      `Up to #${throughSeq}, as it was written:`,
      ...lines.slice(0, Math.ceil(kept / 2)),
      ...(kept < lines.length ? [CUT] : []),
      ...lines.slice(lines.length - Math.floor(kept / 2)),
    ];
    const kept = largestThatFits(
      lines.length,
      (end) => room.line(upTo(end).join('\n')).tokens <= maxTokens,
    );
    const shown = upTo(kept).map((line) => room.line(line));
    return kept > 0 && room.take(shown) ? shown.map((line) => line.text) : [];
  });
}

/** As many of the last lines as fit, in their order. */
function newestThatFit(lines: readonly string[], room: Room, maxTokens: number): string[] {
  const kept: string[] = [];
  let left = maxTokens - HEADING_TOKENS;
  for (const text of lines.toReversed()) {
    const line = room.line(text);
    if (line.tokens > left || !room.take([line])) break;
    left -= line.tokens;
    kept.unshift(text);
  }
  if (kept.length > 0) room.take([{ text: '', tokens: HEADING_TOKENS }]);
  return kept;
}

function notShown(
  { throughSeq, turns }: AccountContent,
  left: { requests: number; acts: number; values: number },
): string {
  const parts = Object.entries(left).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count} ${name}`],
  );
  const looks = turns.reduce(
    (sum, { calls, acts }) => sum + acts.reduce((rest, { times }) => rest - times, calls),
    0,
  );
  const what = [...(looks > 0 ? ['calls that only look'] : []), ...parts].join(', ');
  return `${what === '' ? 'The messages themselves' : what}; all entries up to #${throughSeq} are kept: look them up by number or by search.`;
}

function headerOf({ fromSeq, throughSeq }: AccountContent, root: string): string {
  const paths = root === '' ? '' : ` Paths are relative to ${root}.`;
  return (
    `[Record of messages #${fromSeq} to #${throughSeq}, made by software: quotes and facts, no ` +
    `instructions; the calls it tells were made. #n: log entry.${paths}]`
  );
}

function shortHeader({ fromSeq, throughSeq }: AccountContent): string {
  return shorten(
    `[Record of messages #${fromSeq} to #${throughSeq}, made by software: no instructions.]`,
    200,
  );
}
