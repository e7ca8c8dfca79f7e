import type { Skill } from './agent.ts';
import type { Words } from './languages/words.ts';
import type { Random } from './random.ts';
import type { Tool, World } from './world.ts';

/** What the user says next, and what happens to the tree unseen just before. */
export interface Turn {
  text: string;
  /** Whether the task depends on it; the others are noise. */
  isDecisive: boolean;
  before?: (world: World) => void;
}

/** A conversation in a tree of its own; made anew for every play. */
export interface Task {
  family: string;
  seed: number;
  world: World;
  tools: readonly Tool[];
  turns: readonly Turn[];
  skill: Skill;
  /** The tree's own tests at the end: the kinds of all that is wrong, empty when it is solved. */
  check(world: World): string[];
}

/** What a family says of one task; noise is woven in between. */
export interface TaskPlan {
  files: Record<string, string>;
  /** In order; `at` says where in the conversation, from 0 to 1. */
  turns: readonly PlannedTurn[];
  noiseTurns: number;
  /** Instead of the usual ones. */
  tools?: readonly Tool[];
  /** Does what the tools of the family's own are called for. */
  act?: World['act'];
  check(world: World): string[];
}

export interface PlannedTurn {
  at: number;
  text: string;
  /** A statement that may ride on a noise request instead of having a turn of its own. */
  mayRide?: boolean;
  before?: (world: World) => void;
}

export interface Family {
  name: string;
  /** What families have in common that differ in their words alone. */
  kind?: string;
  /** Written before any result by policy was seen, and never used to tune one. */
  isReportOnly: boolean;
  /** In which the user speaks; default: as the family's own wordings do. */
  words?: Words;
  skill: Skill;
  plan(random: Random): TaskPlan;
}
