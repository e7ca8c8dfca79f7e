import { addQuotes, type UserWords } from './add-quotes.js';
import { constraintRank } from '../constraints/constraints-section.js';
import { decisionRank } from '../sections/decisions-section.js';
import { filePriority, nameOthers, withoutDetails } from '../sections/files-section.js';
import { fitLines, type FitLinesOptions, type FittedLines } from './fit-lines.js';
import {
  CONSTRAINTS_SHARE,
  LARGE_ROOM,
  MAX_PROSE_WORDS,
  MAX_WORDS,
  type SectionName,
  type Sections,
} from '../sections/section-names.js';
import { countWords } from '../reading/quote.js';
import { statePriority } from '../sections/state-section.js';

export interface FillSectionsOptions extends UserWords {
  /** The tokens of the snapshot, and how many of them are free. */
  maxTokens: number;
  free: number;
  count(text: string): number;
  /** Whether prose takes precedence over exact values: then sections share unused words. */
  isProse: boolean;
  /** What values leave of so many tokens, and names of code would take of them. */
  yielding(tokens: number): number;
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
  'Key Decisions': 0.07,
  'Important Values': 0.05,
};
/** What was found out has this share, too, of what a snapshot has above so many tokens. */
const FOUND_SHARE = 0.2;
/** The share of the line that names changed files without one of their own. */
const OTHER_FILES_SHARE = 0.05;
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

/** The sections that no names of code displace. */
const stateOrder: readonly SectionName[] = ['Current State', 'Pending Tasks', 'Key Decisions'];

const keepOf: Partial<Record<SectionName, FitLinesOptions['keep']>> = {
  Constraints: constraintRank,
  'Current State': statePriority,
  'Key Decisions': decisionRank,
  'Files Modified': filePriority,
  'Pending Tasks': 'first',
};

/** The lines of each section that have room, each with a list mark; a section may have none. */
export function fillSections(sections: Sections, options: FillSectionsOptions): FilledSections {
  const first = allocate(sections, options);
  if (options.isProse) {
    const more = moreProse(first, options);
    return withQuotes(
      sections,
      refill(sections, first, { ...options, order: refillOrder, more }),
      options,
    );
  }
  const filled = withQuotes(sections, first, options);
  const lacking = [...stateOrder, 'Files Modified' as const];
  if (!lacking.some((name) => lacksRoom(sections, first, name))) return filled;
  // What the user said has its room before lines of the state take more.
  const more = options.yielding(filled.free);
  const state = refill(sections, first, { ...options, order: stateOrder, more });
  const left = more - takenTokens(state, options) + takenTokens(first, options);
  const most = Math.min(left, options.maxTokens * OTHER_FILES_SHARE);
  const whole = withOtherFiles(sections, state, most, options);
  const taken = takenTokens(whole, options) - takenTokens(first, options);
  const again = withQuotes(sections, whole, { ...options, free: options.free + taken });
  return { ...again, free: again.free - taken };
}

/** Names the changed files whose lines have no room, as many as so many tokens have room for. */
function withOtherFiles(
  sections: Sections,
  fitted: Fitted,
  maxTokens: number,
  options: FillSectionsOptions,
): Fitted {
  const name = 'Files Modified';
  const own = fitted.get(name);
  const heading = own === undefined ? headingTokens(name, options) : 0;
  const { lines = [], tokens = 0, words = 0 } = own ?? {};
  const missing = (sections[name] ?? []).filter(
    (line) => !lines.includes(`- ${line}`) && !lines.includes(`- ${withoutDetails(line)}`),
  );
  const fits = (line: string): boolean => options.count(`- ${line}\n`) + heading <= maxTokens;
  const others = nameOthers(missing, fits);
  if (others === undefined) return fitted;
  const line = `- ${others.line}`;
  return new Map([
    ...fitted,
    [
      name,
      {
        lines: [line, ...lines],
        tokens: tokens + options.count(`${line}\n`),
        words: words + countWords(line),
        left: missing.length - others.named,
      },
    ],
  ]);
}

/** Sections as lines, with what else the user said. */
function withQuotes(
  sections: Sections,
  fitted: Fitted,
  options: FillSectionsOptions,
): FilledSections {
  const shown = new Map([...fitted].map(([name, { lines }]) => [name, lines]));
  const left = [...fitted].flatMap(([name, lines]) =>
    lines.left === 0 ? [] : [`${lines.left} of ${sections[name]?.length ?? 0} in ${name}`],
  );
  const free = options.free - takenTokens(fitted, options);
  const quoted = addQuotes(shown, { ...options, free });
  return { ...quoted, left: [...left, ...quoted.left] };
}

/** Whether lines of a section are missing. */
function lacksRoom(sections: Sections, fitted: Fitted, name: SectionName): boolean {
  return (fitted.get(name)?.left ?? sections[name]?.length ?? 0) > 0;
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

/** The tokens that sections may take on top if prose takes precedence. */
function moreProse(fitted: Fitted, { maxTokens }: FillSectionsOptions): number {
  return maxTokens * PROSE_SHARE - sumOfProse(fitted, ({ tokens }) => tokens);
}

function sumOfProse(fitted: Fitted, of: (lines: FittedLines) => number): number {
  return [...fitted].reduce(
    (total, [name, lines]) => (name === 'Constraints' ? total : total + of(lines)),
    0,
  );
}

/** Refills sections that lacked room with `more` tokens and the words that others left. */
function refill(
  sections: Sections,
  before: Fitted,
  options: FillSectionsOptions & { order: readonly SectionName[]; more: number },
): Fitted {
  let fitted = before;
  let { more } = options;
  for (const name of options.order) {
    if (!lacksRoom(sections, fitted, name)) continue;
    const own = fitted.get(name) ?? { tokens: 0, words: 0 };
    const unusedWords = MAX_PROSE_WORDS - sumOfProse(fitted, ({ words }) => words);
    const most = {
      tokens: Math.max(
        shareOf(name, options.maxTokens),
        own.tokens + headingTokens(name, options) + Math.max(0, Math.floor(more)),
      ),
      words: own.words + Math.max(0, unusedWords),
    };
    fitted = fill(sections, fitted, name, most, options);
    more -= (fitted.get(name)?.tokens ?? 0) - own.tokens;
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
  if (name === 'Key Decisions') {
    return share + Math.floor(Math.max(0, maxTokens - LARGE_ROOM) * FOUND_SHARE);
  }
  return name === 'Current State' ? Math.max(share, Math.min(STATE_TOKENS, maxTokens / 2)) : share;
}
