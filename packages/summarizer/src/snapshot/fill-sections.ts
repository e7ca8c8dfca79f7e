import { addQuotes, type UserWords } from './add-quotes.js';
import { constraintRank } from '../constraints/constraints-section.js';
import { filePriority, withoutDetails } from '../sections/files-section.js';
import { fitLines, type FitLinesOptions, type FittedLines } from './fit-lines.js';
import {
  CONSTRAINTS_SHARE,
  MAX_PROSE_WORDS,
  MAX_WORDS,
  type SectionName,
  type Sections,
} from '../sections/section-names.js';
import { statePriority } from '../sections/state-section.js';

export interface FillSectionsOptions extends UserWords {
  /** The tokens of the snapshot, and how many of them are free. */
  maxTokens: number;
  free: number;
  count(text: string): number;
  /** Whether prose takes precedence over exact values: then sections share unused words. */
  isProse: boolean;
  /** The text that is sent with the snapshot. */
  visibleText: string;
}

export interface FilledSections {
  shown: Map<SectionName, string[]>;
  /** The remaining free tokens. */
  free: number;
  /** What had no room, such as `2 of 7 in Key Decisions`. */
  left: string[];
}

/** The maximum share of `maxTokens` for each section. */
const SHARES: Readonly<Partial<Record<SectionName, number>>> = {
  'Current State': 0.16,
  Constraints: CONSTRAINTS_SHARE,
  'Files Modified': 0.08,
  'Pending Tasks': 0.06,
  'Key Decisions': 0.1,
  'Important Values': 0.05,
};
/** The share of all sections together if prose takes precedence. */
const PROSE_SHARE = 0.5;
/** In a small budget the current state comes first, up to this many tokens. */
const STATE_TOKENS = 120;

const fillOrder: readonly SectionName[] = [
  'Current State',
  'Constraints',
  'Files Modified',
  'Pending Tasks',
  'Key Decisions',
  'Important Values',
];

/** The order in which sections get unused room: open work and reasons before finished work. */
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
  const first = allocate(sections, options);
  const fitted = options.isProse ? refill(sections, first, options) : first;
  const shown = new Map([...fitted].map(([name, { lines }]) => [name, lines]));
  const left = [...fitted].flatMap(([name, lines]) =>
    lines.left === 0 ? [] : [`${lines.left} of ${sections[name]?.length ?? 0} in ${name}`],
  );
  const free = options.free - takenTokens(fitted, options);
  const quoted = addQuotes(shown, { ...options, free });
  return { ...quoted, left: [...left, ...quoted.left] };
}

type Fitted = ReadonlyMap<SectionName, FittedLines>;

/** Each section within its own share and words. */
function allocate(sections: Sections, options: FillSectionsOptions): Fitted {
  let fitted: Fitted = new Map();
  for (const name of fillOrder) {
    const most = { tokens: shareOf(name, options.maxTokens), words: MAX_WORDS[name] };
    fitted = fill(sections, fitted, name, most, options);
  }
  return fitted;
}

/** Refills sections that lacked room with the tokens and words that others left. */
function refill(sections: Sections, before: Fitted, options: FillSectionsOptions): Fitted {
  let fitted = before;
  for (const name of refillOrder) {
    const own = fitted.get(name);
    if (own === undefined || own.left === 0) continue;
    const prose = [...fitted].filter(([other]) => other !== 'Constraints');
    const sum = (of: (lines: FittedLines) => number): number =>
      prose.reduce((total, [, lines]) => total + of(lines), 0);
    const moreTokens = options.maxTokens * PROSE_SHARE - sum(({ tokens }) => tokens);
    const unusedWords = MAX_PROSE_WORDS - sum(({ words }) => words);
    const most = {
      tokens: own.tokens + headingTokens(name, options) + Math.max(0, Math.floor(moreTokens)),
      words: own.words + Math.max(0, unusedWords),
    };
    fitted = fill(sections, fitted, name, most, options);
  }
  return fitted;
}

/** Refills a section within `most` and the free tokens. */
function fill(
  sections: Sections,
  fitted: Fitted,
  name: SectionName,
  most: { tokens: number; words: number },
  options: FillSectionsOptions,
): Fitted {
  const others = new Map([...fitted].filter(([other]) => other !== name));
  const free = options.free - takenTokens(others, options);
  const room = Math.min(free, most.tokens) - headingTokens(name, options);
  if (room <= 0) return fitted;
  const limits: FitLinesOptions = {
    maxTokens: room,
    maxWords: most.words,
    count: (text) => options.count(text),
    keep: keepOf[name] ?? 'last',
    listEntries: name === 'Constraints',
  };
  const whole = sections[name] ?? [];
  const lines = fitLines(whole, limits);
  // Naming one more changed file matters more than details of others.
  const isTight = name === 'Files Modified' && lines.left > 0;
  return new Map([
    ...fitted,
    [name, isTight ? fitLines(whole.map(withoutDetails), limits) : lines],
  ]);
}

function takenTokens(fitted: Fitted, options: FillSectionsOptions): number {
  return [...fitted].reduce(
    (sum, [name, { lines, tokens }]) =>
      lines.length === 0 ? sum : sum + tokens + headingTokens(name, options),
    0,
  );
}

function headingTokens(name: SectionName, { count }: FillSectionsOptions): number {
  return count(`\n## ${name}\n`);
}

function shareOf(name: SectionName, maxTokens: number): number {
  const share = Math.floor(maxTokens * (SHARES[name] ?? 0));
  return name === 'Current State' ? Math.max(share, Math.min(STATE_TOKENS, maxTokens / 2)) : share;
}
