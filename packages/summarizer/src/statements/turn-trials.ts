import { MAX_KEY_LENGTH, nameKey, phraseKeys } from './candidates.js';

/** Something that was run or looked into, and what came of it. */
export interface Trial {
  /** The entry of the newest call, or of the reply where there was none. */
  seq: number;
  /** Empty where no call named it. */
  tool: string;
  /** The inputs of the call in one line, or the name that the user listed. */
  what: string;
  /** The name in a list of the user that the call or the reply holds. */
  candidate?: string;
  /** The line of the result that says most, and the sentence of the reply about it, in quotes. */
  output?: string;
  reply?: string;
  /** The call failed, which snapshots tell among the failures. */
  failed?: true;
}

/** What was run since the user's newest text. */
export interface TurnTrials {
  size(): number;
  add(trial: Trial): void;
  delete(trial: Trial): void;
  clear(): void;
  /** Those whose inputs a text names, or whose candidate is one of the names. */
  about(text: string, names: readonly string[]): Trial[];
}

/** A sentence has more runs of words than this. */
const FEW_INPUTS = 64;

/** Looks trials up by the words of a text: a turn may run thousands. */
export function createTurnTrials(): TurnTrials {
  const trials = new Set<Trial>();
  const byInputs = new Map<string, Set<Trial>>();
  const byCandidate = new Map<string, Set<Trial>>();

  function alike({ candidate, what }: Trial): Set<Trial> {
    const [index, key] =
      candidate === undefined ? [byInputs, nameKey(what)] : [byCandidate, candidate];
    let found = index.get(key);
    if (found === undefined) index.set(key, (found = new Set()));
    return found;
  }

  /** The keys of inputs that a text holds: each is looked for where they are few. */
  function namedIn(text: string): string[] {
    if (byInputs.size > FEW_INPUTS) return [...phraseKeys(text)];
    const line = ` ${nameKey(text)} `;
    const isHeld = (key: string): boolean =>
      key.length <= MAX_KEY_LENGTH && line.includes(` ${key} `);
    return [...byInputs.keys()].filter(isHeld);
  }

  return {
    size: () => trials.size,
    add(trial) {
      trials.add(trial);
      alike(trial).add(trial);
    },
    delete(trial) {
      if (trials.delete(trial)) alike(trial).delete(trial);
    },
    clear() {
      for (const index of [trials, byInputs, byCandidate]) index.clear();
    },
    about(text, names) {
      const named = names.flatMap((name) => [...(byCandidate.get(name) ?? [])]);
      if (byInputs.size === 0) return named;
      return [...named, ...namedIn(text).flatMap((key) => [...(byInputs.get(key) ?? [])])];
    },
  };
}
