import type { FactInput, MemoryFact } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { entityKey, entityKeys, PROJECT, slotOf, USER } from '../facts/fact-keys.js';
import type { FactDraft } from '../facts/plan-facts.js';
import { predicateOf } from '../facts/predicates.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { storableText } from '../text/stored-text.js';

/** A fact to write, or one that `list` of a memory returned. */
export type ListedFact = FactInput & Partial<Omit<MemoryFact, keyof FactInput>>;

/** The draft of a fact, without secrets. */
export function draftFact(
  { analyzer }: Pick<MemoryContext, 'analyzer'>,
  input: ListedFact,
  now: string,
): FactDraft {
  const redacted = (text: string, key = ''): string =>
    redactSecrets(storableText(text).trim(), key);
  const { kind = 'attribute', isNegated = false, validFrom = now } = input;
  const isProcedure = kind === 'procedure';
  const subject = entityKey(input.subject) === USER ? USER : redacted(input.subject);
  const { name, cardinality } = predicateOf(redacted(input.predicate));
  // The name of a tool keeps its case.
  const predicate = isProcedure ? redacted(input.predicate) : name;
  const object = redacted(input.object, predicate.replaceAll(' ', '_'));
  const told = { subject, predicate, object, isNegated };
  const listed = isProcedure ? redacted(input.text ?? '') : '';
  const line = [subject, predicate, isNegated ? `not ${object}` : object].join(' · ');
  // What a learning says is more than its parts, unless these were changed since.
  const text = listed.includes(object) ? listed : line;
  // Learnings belong to no entity.
  const slot = isProcedure ? `${PROJECT}|${predicate}` : slotOf(entityKey(subject), predicate);
  const keys = isProcedure ? [] : entityKeys(subject, kind === 'relation' ? object : undefined);
  return {
    ...told,
    text,
    kind,
    cardinality: input.cardinality ?? cardinality,
    validFrom,
    ...(input.validTo === undefined ? {} : { validTo: input.validTo }),
    derivedFrom: input.derivedFrom ?? [],
    isDated: input.isDated ?? input.validFrom !== undefined,
    toldAt: validFrom,
    confidence: input.confidence ?? 1,
    importance: input.importance ?? 0.5,
    trust: input.trust ?? 'user',
    sources: (input.sources ?? []).map((source) => ({ start: 0, end: 0, ...source })),
    slot,
    slots: [slot],
    entities: keys,
    terms: analyzer.terms(text),
    isOwn: true,
    isStale: input.isStale ?? false,
    // What was unclear in another memory is not decided by the order of writing.
    isUnclear: input.isDisputed ?? false,
    uses: input.uses ?? 0,
    successes: input.successes ?? 0,
  };
}
