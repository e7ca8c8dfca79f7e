import { ConfigError } from '@everlong/core';
import { checkNumber, checkOptions, type OptionNames } from '@everlong/core/internal';

import { type Clamp, MAX_FIXED_SHARE } from './allocate-budget.js';

/** How a total of tokens is divided among the parts of a request. */
export interface TokenBudget {
  /** Tokens of a whole request. */
  total: number;
  /** Tokens set aside for the system prompt. */
  systemReserve: number;
  /** Tokens set aside for the definitions of tools. */
  toolDefinitionsReserve: number;
  /** The share for memory of what remains after the reserves. */
  memoryFraction: number;
  /** The share for learnings of what remains after the reserves. */
  learningsFraction: number;
  /** The newest messages, which are included even beyond the history's share. */
  freshTailCount: number;
}

/** Missy's documented defaults. */
export const DEFAULT_TOKEN_BUDGET: TokenBudget = {
  total: 30_000,
  systemReserve: 2000,
  toolDefinitionsReserve: 2000,
  memoryFraction: 0.15,
  learningsFraction: 0.05,
  freshTailCount: 16,
};

/** The sizes of a request's parts in tokens; a part whose size is not given counts as its share. */
export interface TokenUse {
  /**
   * System prompt and tool definitions: what exceeds their reserves is taken from the other parts.
   */
  fixed?: number;
  /** Tokens that memory takes; what it leaves of its share is history's. */
  memory?: number;
  /** Tokens of learnings. */
  learnings?: number;
  /** The most that both reserves may be together; never more than half of the total. */
  maxReserves?: number;
}

/** The total, divided: reserves, and what is available for memory, learnings and history. */
export interface TokenAllocation {
  /** Tokens, at most those asked for. */
  systemReserve: number;
  /** Tokens, at most those asked for. */
  toolDefinitionsReserve: number;
  /** Tokens left after the reserves, for memory, learnings and history together. */
  available: number;
  /** Tokens for memory. */
  memory: number;
  /** Tokens for learnings. */
  learnings: number;
  /** Tokens for history: what the others leave. */
  history: number;
  /** Reserves that had to shrink in a small total. */
  clamps: Clamp[];
}

/**
 * Divides a budget; the default numbers are Missy's documented ones. Throws `ConfigError` for an
 * unknown field, for sizes that are no numbers or negative, and for shares above the whole.
 */
export function allocateTokenBudget(
  budget: { [Name in keyof TokenBudget]?: number | undefined } = {},
  use: TokenUse = {},
): TokenAllocation {
  const wanted = checkedBudget(budget);
  checkUse(use);
  const { fixed = 0, memory, learnings, maxReserves = Infinity } = use;
  const limit = Math.max(0, Math.min(maxReserves, Math.floor(wanted.total * MAX_FIXED_SHARE)));
  const share = Math.min(1, limit / (wanted.systemReserve + wanted.toolDefinitionsReserve));
  const reserves = (['systemReserve', 'toolDefinitionsReserve'] as const).map((name) => ({
    name,
    wanted: wanted[name],
    given: share < 1 ? Math.floor(wanted[name] * share) : wanted[name],
  }));
  const [system = 0, tools = 0] = reserves.map(({ given }) => given);
  const available = Math.max(0, wanted.total - Math.max(system + tools, fixed));
  const shareOf = (fraction: number, used = Infinity): number =>
    Math.min(Math.floor(available * fraction), used);
  const memoryShare = shareOf(wanted.memoryFraction, memory);
  const learningsShare = shareOf(wanted.learningsFraction, learnings);
  return {
    systemReserve: system,
    toolDefinitionsReserve: tools,
    available,
    memory: memoryShare,
    learnings: learningsShare,
    history: available - memoryShare - learningsShare,
    clamps: reserves.filter(({ given, wanted: asked }) => given < asked),
  };
}

const USE: OptionNames<TokenUse> = {
  fixed: true,
  memory: true,
  learnings: true,
  maxReserves: true,
};

/** With the default of each number that is not given. */
function checkedBudget(given: Parameters<typeof allocateTokenBudget>[0] & object): TokenBudget {
  checkOptions<TokenBudget>('allocateTokenBudget', given, DEFAULT_TOKEN_BUDGET);
  const wanted = { ...DEFAULT_TOKEN_BUDGET };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    checkNumber(
      `${name} of allocateTokenBudget`,
      value,
      0,
      name.endsWith('Fraction') ? 1 : Infinity,
    );
    wanted[name as keyof TokenBudget] = value;
  }
  const { memoryFraction, learningsFraction } = wanted;
  if (memoryFraction + learningsFraction <= 1) return wanted;
  throw new ConfigError(
    `memoryFraction ${memoryFraction} and learningsFraction ${learningsFraction} of ` +
      'allocateTokenBudget are more than 1 together. Lower one of them.',
  );
}

function checkUse(use: TokenUse): void {
  checkOptions<TokenUse>('The use of allocateTokenBudget', use, USE);
  for (const [name, value] of Object.entries(use)) {
    if (value !== undefined) checkNumber(`${name} of allocateTokenBudget`, value, -Infinity);
  }
}
