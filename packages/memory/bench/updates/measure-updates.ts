/**
 * What the update suite finds: the share of cases whose first hit has the current value, hits that
 * show a value which holds no more, and values that were retired though they hold.
 */
import type { Memory, MemoryHit } from '@everlong/core';

import { buildCases, type PlayableCase } from './build-cases.ts';
import type { SaidLine, UpdateCase } from './update-case.ts';
import { namesValue } from './names-value.ts';

interface UpdateFailure extends Pick<UpdateCase, 'kind' | 'wording' | 'ask'> {
  said: readonly SaidLine[];
  hits: string[];
  isFirst: boolean;
  stale: number;
  retired: number;
  hidden: readonly string[];
}

export interface UpdateFigures {
  count: {
    cases: number;
    otherWording: number;
    currentFirst: number;
    /** Hits that show a value which holds no more. */
    stale: number;
    /** Those of them that say so themselves: `perhaps outdated`, `disputed`. */
    marked: number;
    /** Hits with such a mark that show no such value. */
    marksOnSound: number;
    wronglyRetired: number;
    /** Values that hold and that the hits do not show. */
    hidden: number;
  };
  currentFirstPercent: number;
  failures: UpdateFailure[];
}

export async function measureUpdates(
  createMemory: () => Promise<Memory>,
  wordings: readonly UpdateCase['wording'][] = ['plain', 'other', 'fresh'],
): Promise<UpdateFigures> {
  return measureCases(
    createMemory,
    buildCases().filter(({ wording }) => wordings.includes(wording)),
  );
}

export async function measureCases(
  createMemory: () => Promise<Memory>,
  cases: readonly PlayableCase[],
  { flushesEach = false }: { flushesEach?: boolean } = {},
): Promise<UpdateFigures> {
  const failures: UpdateFailure[] = [];
  const count = {
    cases: cases.length,
    otherWording: 0,
    currentFirst: 0,
    stale: 0,
    marked: 0,
    marksOnSound: 0,
    wronglyRetired: 0,
    hidden: 0,
  };
  const memory = await createMemory();
  for (const [index, each] of cases.entries()) {
    const scope = `case-${index}`;
    await observeCase(memory, scope, each, flushesEach);
    if (each.wording !== 'plain') count.otherWording++;
    const { hits } = await memory.recall(scope, each.ask);
    const isFirst = await isCurrentFirst(memory, scope, each, hits);
    if (isFirst) count.currentFirst++;
    const stale = hits.filter(({ text }) => showsStale(text, each));
    count.stale += stale.length;
    count.marked += stale.filter(({ text }) => isMarked(text)).length;
    const sound = hits.filter(({ text }) => isMarked(text) && !showsStale(text, each));
    count.marksOnSound += sound.length;
    const retired = await wronglyRetired(memory, scope, each);
    count.wronglyRetired += retired;
    const hidden = hiddenValues(each, hits);
    count.hidden += hidden.length;
    if (!isFirst || stale.length + retired + hidden.length > 0) {
      failures.push({
        kind: each.kind,
        wording: each.wording,
        said: each.said,
        ask: each.ask,
        hits: hits.map(({ text }) => text),
        isFirst,
        stale: stale.length,
        retired,
        hidden,
      });
    }
  }
  await memory.close();
  return {
    count,
    currentFirstPercent: Math.round((1000 * count.currentFirst) / cases.length) / 10,
    failures,
  };
}

/** Has a model read all messages at once, or each when it is said. */
async function observeCase(
  memory: Memory,
  scope: string,
  { entries }: PlayableCase,
  flushesEach: boolean,
): Promise<void> {
  for (const batch of flushesEach ? entries.map((entry) => [entry]) : [entries]) {
    await memory.observe(scope, batch);
    // What a model that is down leaves pending, the rules have read.
    await memory.flush(scope).catch(() => undefined);
  }
}

async function isCurrentFirst(
  memory: Memory,
  scope: string,
  { current, currentPattern, also }: UpdateCase,
  hits: readonly MemoryHit[],
): Promise<boolean> {
  const first = hits[0]?.text ?? '';
  const isFirst =
    namesValue(first, current) &&
    (currentPattern === undefined || new RegExp(currentPattern, 'i').test(first));
  if (!isFirst || also === undefined) return isFirst;
  const { hits: others } = await memory.recall(scope, also.ask);
  return namesValue(others[0]?.text ?? '', also.current);
}

function isMarked(text: string): boolean {
  return /\[perhaps outdated|\((?:may hold no longer|disputed)/.test(text);
}

function showsStale(text: string, { stale, staleFact, unmarked }: UpdateCase): boolean {
  if (stale.some((value) => namesValue(text, value))) return true;
  if (staleFact !== undefined && new RegExp(`^\\S+(?: user)? ${staleFact}`, 'i').test(text))
    return true;
  return unmarked !== undefined && /^the user commutes/i.test(text) && !/no longer/.test(text);
}

async function wronglyRetired(
  memory: Memory,
  scope: string,
  { keeps = [], shown = [] }: UpdateCase,
): Promise<number> {
  const facts = await memory.list(scope);
  const isFact = (value: string): boolean => facts.some(({ object }) => namesValue(object, value));
  let retired = keeps.filter((value) => !isFact(value)).length;
  for (const value of shown.filter((each) => !isFact(each))) {
    const { hits } = await memory.recall(scope, `What about ${value}?`);
    if (!hits.some(({ text }) => namesValue(text, value))) retired++;
  }
  return retired;
}

function hiddenValues({ holds = [] }: UpdateCase, hits: readonly MemoryHit[]): string[] {
  return holds.filter((value) => !hits.some(({ text }) => namesValue(text, value)));
}
