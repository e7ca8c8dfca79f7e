import { createTask } from './create-task.ts';
import { LATEST_ONLY } from './conversation.ts';
import { type Play, type PlayOptions, playTask } from './play-task.ts';
import type { Family } from './task.ts';

/** Whether a task tells policies apart: `full` solves it, the latest message alone does not. */
export interface Verdict {
  rejected?: 'full does not solve it' | 'the latest message solves it' | 'too long or too short';
  /** The most calls for which it counts as solved. */
  maxCalls: number;
  /** Of the whole conversation. */
  tokens: number;
  /** What `full` did: the same at every window. */
  full: Play;
}

export type JudgeOptions = Pick<PlayOptions, 'model' | 'tokenizer'> & { canSearch?: boolean };

const MIN_TOKENS = 36_000;
const MAX_TOKENS = 77_000;
/** Room for detours: half of the calls that `full` makes in the turns that matter, at least two. */
const DETOUR_SHARE = 0.5;
const MIN_DETOUR = 2;
/** A window that trims nothing. */
const ENDLESS = 200_000;

export async function judgeTask(
  family: Family,
  seed: number,
  { canSearch = true, ...options }: JudgeOptions,
): Promise<Verdict> {
  const base = { ...options, window: ENDLESS };
  const full = await playTask(createTask(family, seed), { ...base, policy: 'full', canSearch });
  const detour = Math.max(MIN_DETOUR, Math.floor(full.decisiveCalls * DETOUR_SHARE));
  const verdict = { maxCalls: full.calls + detour, tokens: full.lastTokens, full };
  if (!full.isSolved) return { ...verdict, rejected: 'full does not solve it' };
  const isMixed = family.words === undefined;
  if (isMixed && (verdict.tokens < MIN_TOKENS || verdict.tokens > MAX_TOKENS)) {
    return { ...verdict, rejected: 'too long or too short' };
  }
  const latest = await playTask(createTask(family, seed), {
    ...base,
    policy: LATEST_ONLY,
    canSearch: false,
  });
  return latest.isSolved ? { ...verdict, rejected: 'the latest message solves it' } : verdict;
}
