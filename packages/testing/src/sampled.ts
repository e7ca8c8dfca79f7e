import { COUNTED_HISTORIES, propertyRuns } from './property-runs.js';
import { createRandom, runSeed } from './random.js';

/**
 * The items that a suite tries: `count` of them, drawn by the seed of the run, in the quick gate;
 * all of them where `EVERLONG_LAW_RUNS` asks for full counts. In the order of the list.
 */
export function sampled<Item>(items: readonly Item[], count: number): Item[] {
  if (propertyRuns(COUNTED_HISTORIES) >= COUNTED_HISTORIES) return [...items];
  const drawn = new Set(
    createRandom(runSeed())
      .shuffle([...items.keys()])
      .slice(0, count),
  );
  return items.filter((_, index) => drawn.has(index));
}
