import { constraintRank } from '../constraints/constraints-section.js';
import { filePriority } from '../sections/files-section.js';
import { fitLines, type FitLinesOptions, type FittedLines } from './fit-lines.js';
import { renderSaid } from '../sections/user-statements.js';
import {
  CONSTRAINTS_SHARE,
  MAX_PROSE_WORDS,
  MAX_WORDS,
  type SectionName,
  type Sections,
} from '../sections/section-names.js';
import { statePriority } from '../sections/state-section.js';

export interface FillSectionsOptions {
  /** The snapshot's tokens, and what of them is free. */
  maxTokens: number;
  free: number;
  count(text: string): number;
  /** Whether prose comes before exact values: then a section gets what others leave of the words. */
  isProse: boolean;
  /** What else the user said, as `updateSaid` gives it, and what stands beside the sections. */
  said: readonly string[];
  visibleText: string;
}

export interface FilledSections {
  shown: Map<SectionName, string[]>;
  /** What is left of the free tokens. */
  free: number;
  /** What had no room: `2 of 7 in Key Decisions`. */
  left: string[];
}

/** The most of `maxTokens` that each section's lines may take. */
const SHARES: Readonly<Partial<Record<SectionName, number>>> = {
  'Current State': 0.16,
  Constraints: CONSTRAINTS_SHARE,
  'Files Modified': 0.08,
  'Pending Tasks': 0.06,
  'Key Decisions': 0.1,
  'Important Values': 0.05,
};
/** What the demands leave of their share goes to what else the user said, up to this share. */
const SAID_SHARE = 0.05;
/** Of prose that comes before exact values, the sections together. */
const PROSE_SHARE = 0.5;
/** In a small budget the state of the work comes first, up to this many tokens. */
const STATE_TOKENS = 120;

const fillOrder: readonly SectionName[] = [
  'Current State',
  'Constraints',
  'Files Modified',
  'Pending Tasks',
  'Key Decisions',
  'Important Values',
];

/** Who gets what others leave: what is to be done and why comes before what was done. */
const refillOrder: readonly SectionName[] = [
  'Current State',
  'Pending Tasks',
  'Key Decisions',
  'Important Values',
  'Files Modified',
];

const keepOf: Partial<Record<SectionName, FitLinesOptions['keep']>> = {
  Constraints: constraintRank,
  'Current State': statePriority,
  'Files Modified': filePriority,
  'Pending Tasks': 'first',
};

/** The lines of each section that have room, each with a list mark; a section may have none. */
export function fillSections(sections: Sections, options: FillSectionsOptions): FilledSections {
  const { maxTokens, count, isProse } = options;
  const fitted = new Map<SectionName, FittedLines>();
  let { free } = options;

  function fill(name: SectionName, share: number, maxWords: number): void {
    const heading = count(`\n## ${name}\n`);
    const before = fitted.get(name);
    const taken = before === undefined || before.lines.length === 0 ? 0 : before.tokens + heading;
    const room = Math.min(free + taken, share) - heading;
    if (room <= 0) return;
    const lines = fitLines(sections[name] ?? [], {
      maxTokens: room,
      maxWords,
      count,
      keep: keepOf[name] ?? 'last',
      listEntries: name === 'Constraints',
    });
    fitted.set(name, lines);
    free += taken - (lines.lines.length === 0 ? 0 : lines.tokens + heading);
  }

  function proseTotal(of: (lines: FittedLines) => number): number {
    return [...fitted].reduce(
      (sum, [name, lines]) => sum + (name === 'Constraints' ? 0 : of(lines)),
      0,
    );
  }

  /** Once more, with more tokens and the words that other sections leave. */
  function refill(name: SectionName, moreTokens: number): void {
    const own = fitted.get(name);
    if (own === undefined || own.left === 0) return;
    const share = own.tokens + count(`\n## ${name}\n`) + Math.max(0, Math.floor(moreTokens));
    const unused = MAX_PROSE_WORDS - proseTotal(({ words }) => words);
    fill(name, share, own.words + Math.max(0, unused));
  }

  for (const name of fillOrder) fill(name, shareOf(name, maxTokens), MAX_WORDS[name]);
  if (isProse) {
    for (const name of refillOrder) {
      refill(name, maxTokens * PROSE_SHARE - proseTotal(({ tokens }) => tokens));
    }
  }
  const shown = new Map([...fitted].map(([name, { lines }]) => [name, lines]));
  const demands = fitted.get('Constraints') ?? { lines: [], tokens: 0 };
  const heading = demands.lines.length === 0 ? count('\n## Constraints\n') : 0;
  const unused = shareOf('Constraints', maxTokens) - demands.tokens;
  const said = renderSaid(options.said, {
    maxTokens: Math.min(free, unused, maxTokens * SAID_SHARE) - heading,
    count,
    visibleText: [options.visibleText, ...[...shown.values()].flat()].join('\n'),
  });
  if (said.length > 0) {
    shown.set('Constraints', [...demands.lines, ...said]);
    free -= heading + said.reduce((sum, line) => sum + count(`${line}\n`), 0);
  }
  const left = [...fitted].flatMap(([name, lines]) =>
    lines.left === 0 ? [] : [`${lines.left} of ${sections[name]?.length ?? 0} in ${name}`],
  );
  return { shown, free, left };
}

function shareOf(name: SectionName, maxTokens: number): number {
  const share = Math.floor(maxTokens * (SHARES[name] ?? 0));
  return name === 'Current State' ? Math.max(share, Math.min(STATE_TOKENS, maxTokens / 2)) : share;
}
