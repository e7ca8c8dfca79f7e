import { noiseTurn, usualNoise } from './noise.ts';
import { createRandom, type Random } from './random.ts';
import type { Family, PlannedTurn, Task, Turn } from './task.ts';
import { treeTools, type World } from './world.ts';

/** What a whole conversation takes in tokens, about. */
const MIN_TOKENS = 44_000;
const MAX_TOKENS = 68_000;
/** What a noise turn costs beside its tool output. */
const TURN_TOKENS = 90;

/**
 * The task of a family and a seed, always the same, with a tree that no other play has touched.
 * `scale` below 1 makes the noise shorter and less, for quick tests.
 */
export function createTask(family: Family, seed: number, { scale = 1 } = {}): Task {
  const random = createRandom(hash(`${family.kind ?? family.name} ${seed}`));
  const plan = family.plan(random);
  const world: World = {
    files: new Map(Object.entries(plan.files)),
    sent: [],
    ran: [],
    runs: new Map(),
    ...(plan.act && { act: plan.act }),
  };
  const total = random.int(MIN_TOKENS, MAX_TOKENS) * scale - plan.turns.length * TURN_TOKENS * 2;
  const noiseTurns = Math.ceil(plan.noiseTurns * Math.sqrt(scale));
  const says = family.words?.says ?? usualNoise;
  const each = Math.max(20, total / noiseTurns - TURN_TOKENS);
  const noise = Array.from({ length: noiseTurns }, () => {
    return noiseTurn(random, world, each * (0.5 + random.next()), says);
  });
  return {
    family: family.name,
    seed,
    world,
    tools: plan.tools ?? treeTools,
    turns: weave(plan.turns, noise, random, says.noted),
    skill: family.skill,
    check: plan.check,
  };
}

/** Puts the planned turns where they belong among the noise; the last one is the end. */
function weave(
  planned: readonly PlannedTurn[],
  noise: readonly Turn[],
  random: Random,
  noted: readonly string[],
): Turn[] {
  const turns: Turn[] = [];
  let next = 0;
  for (const { at, text, before, mayRide = false } of planned) {
    const until = Math.round(at * noise.length);
    while (next < until) turns.push(noise[next++] as Turn);
    const hook = before === undefined ? {} : { before };
    const host = noise[next];
    if (mayRide && host !== undefined && random.next() < 0.5) {
      turns.push({ text: `${text}\n\n${host.text}`, isDecisive: false, ...hook });
      next++;
    } else {
      const said = mayRide ? `${text} ${random.pick(noted)}` : text;
      turns.push({ text: said, isDecisive: !mayRide, ...hook });
    }
  }
  return turns;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
