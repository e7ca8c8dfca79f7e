import { noiseTurn } from './noise.ts';
import { createRandom, type Random } from './random.ts';
import type { Family, PlannedTurn, Task, Turn } from './task.ts';
import type { World } from './world.ts';

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
  const random = createRandom(hash(`${family.name} ${seed}`));
  const plan = family.plan(random);
  const world: World = {
    files: new Map(Object.entries(plan.files)),
    sent: [],
    ran: [],
    runs: new Map(),
  };
  const total = random.int(MIN_TOKENS, MAX_TOKENS) * scale - plan.turns.length * TURN_TOKENS * 2;
  const noiseTurns = Math.ceil(plan.noiseTurns * Math.sqrt(scale));
  const each = Math.max(20, total / noiseTurns - TURN_TOKENS);
  const noise = Array.from({ length: noiseTurns }, () => {
    return noiseTurn(random, world, each * (0.5 + random.next()));
  });
  return {
    family: family.name,
    seed,
    world,
    turns: weave(plan.turns, noise, random),
    skill: family.skill,
    check: plan.check,
  };
}

/** Puts the planned turns where they belong among the noise; the last one is the end. */
function weave(planned: readonly PlannedTurn[], noise: readonly Turn[], random: Random): Turn[] {
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
      const said = mayRide ? `${text} ${noted(random)}` : text;
      turns.push({ text: said, isDecisive: !mayRide, ...hook });
    }
  }
  return turns;
}

function noted(random: Random): string {
  return random.pick([
    'Please keep that in mind.',
    'Just acknowledge.',
    'Please confirm.',
    'Note that down, nothing to do yet.',
  ]);
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
