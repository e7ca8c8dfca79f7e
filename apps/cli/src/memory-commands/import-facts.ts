import type { FactInput, Memory, MemoryFact } from '@everlong/core';
import type { ForeignFact } from '../memory-files/foreign-memory.js';

/** Writes facts that are not known yet. */
export async function importFacts(
  { memory, scope }: { memory: Memory; scope: string },
  facts: readonly ForeignFact[],
  before: readonly MemoryFact[],
): Promise<void> {
  // Of an export, memory itself recognizes what it knows; of other files only what still holds.
  const undated = new Set(before.map(keyOf));
  const dated = new Set(before.map(datedKeyOf));
  const isKnown = (fact: ForeignFact): boolean => {
    if (fact.id !== undefined) return false;
    return fact.validFrom === undefined ? undated.has(keyOf(fact)) : dated.has(datedKeyOf(fact));
  };
  await memory.write(
    scope,
    facts.filter((fact) => !isKnown(fact)),
  );
}

function keyOf({ subject, predicate, object, isNegated = false }: FactInput): string {
  const words = [subject, predicate, object].map((text) => text.trim().toLowerCase());
  return JSON.stringify([...words, isNegated]);
}

/** A fact that held twice is two facts. */
function datedKeyOf(fact: FactInput): string {
  return `${Date.parse(fact.validFrom ?? '')} ${keyOf(fact)}`;
}
