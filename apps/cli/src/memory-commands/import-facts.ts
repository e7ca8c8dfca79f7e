import type { FactInput, Memory, MemoryFact } from '@everlong/core';
import type { ForeignFact } from '../memory-files/foreign-memory.js';

/** Writes facts that are not known yet; what they were derived from is found by the file's ids. */
export async function importFacts(
  { memory, scope }: { memory: Memory; scope: string },
  facts: readonly ForeignFact[],
  before: readonly MemoryFact[],
): Promise<void> {
  // The memory itself does not recognize repeated past facts.
  const undated = new Map(before.map((fact) => [keyOf(fact), fact.id]));
  const dated = new Map(before.map((fact) => [datedKeyOf(fact), fact.id]));
  /** The ids in the memory of facts of the file. */
  const ids = new Map<number, number>();
  let waiting: ForeignFact[] = [];
  const note = (fact: ForeignFact, id: number | undefined): void => {
    if (fact.id !== undefined && id !== undefined) ids.set(fact.id, id);
  };
  const writeWaiting = async (): Promise<void> => {
    const written = await memory.write(scope, waiting);
    for (const [index, fact] of waiting.entries()) note(fact, written[index]?.id);
    waiting = [];
  };
  for (const fact of facts) {
    const { validFrom, derivedFrom = [] } = fact;
    const id = validFrom === undefined ? undated.get(keyOf(fact)) : dated.get(datedKeyOf(fact));
    note(fact, id);
    if (id !== undefined) continue;
    if (derivedFrom.length > 0) await writeWaiting();
    waiting.push({ ...fact, derivedFrom: derivedFrom.flatMap((each) => ids.get(each) ?? []) });
  }
  await writeWaiting();
}

function keyOf({ subject, predicate, object, isNegated = false }: FactInput): string {
  const words = [subject, predicate, object].map((text) => text.trim().toLowerCase());
  return JSON.stringify([...words, isNegated]);
}

/** A fact that held twice is two facts. */
function datedKeyOf(fact: FactInput): string {
  return `${Date.parse(fact.validFrom ?? '')} ${keyOf(fact)}`;
}
