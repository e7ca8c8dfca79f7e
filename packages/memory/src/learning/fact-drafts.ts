import type { FactInput, MemoryEntry, MemoryFact } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import type { Statement } from './statement.js';
import { entityKey, entityKeys, PROJECT, slotOf, USER } from '../facts/fact-keys.js';
import { factSentence } from '../facts/fact-sentence.js';
import type { FactDraft } from '../facts/plan-facts.js';
import { predicateOf } from '../facts/predicates.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { storableText } from '../text/storable-text.js';

/** The entry of a statement, and who said it. */
export interface StatementSource {
  entry: MemoryEntry;
  seq: number;
  speaker: string;
  /** Everyone who speaks in the scope. */
  speakers: readonly string[];
}

/** The terms that a search finds the fact by. */
function wordsOf(context: MemoryContext, text: string, keywords: string): string[] {
  return context.analyzer.terms(keywords === '' ? text : `${text} ${keywords}`);
}

/** @param subject the resolved entity that it is about */
export function draftStatement(
  context: MemoryContext,
  statement: Statement,
  subject: string,
  source: StatementSource,
): FactDraft {
  const { object, kind, isNegated, importance, confidence, start, end, validFrom } = statement;
  const { name: predicate, cardinality, keywords } = predicateOf(statement.predicate);
  const told = { subject, predicate, object, isNegated };
  const text = factSentence(told);
  const { createdAt, sessionId, id } = source.entry;
  const slot = slotOf(entityKey(subject), predicate);
  return {
    ...told,
    text,
    kind,
    cardinality,
    validFrom,
    derivedFrom: [],
    isDated: validFrom !== createdAt,
    toldAt: createdAt,
    isPlaced: source.entry.seq !== undefined && validFrom === createdAt,
    confidence,
    importance,
    trust: 'user',
    sources: [{ sessionId, entryId: id, seq: source.seq, start, end }],
    slot,
    slots: [slot],
    entities: entityKeys(subject, kind === 'relation' ? object : undefined),
    terms: wordsOf(context, text, keywords),
    isOwn: statement.subject === 'I' || !isSpeaker(subject, source.speakers),
  };
}

/** Whether the subject speaks in this scope: what others say about it counts less. */
function isSpeaker(subject: string, speakers: readonly string[]): boolean {
  const key = entityKey(subject);
  return key === USER || speakers.some((speaker) => entityKey(speaker) === key);
}

/** A fact to write, or one that `list` of a memory returned. */
export type ListedFact = FactInput & Partial<Omit<MemoryFact, keyof FactInput>>;

export function draftInput(context: MemoryContext, input: ListedFact, now: string): FactDraft {
  const redacted = (text: string, key = ''): string =>
    redactSecrets(storableText(text).trim(), key);
  const subject = entityKey(input.subject) === USER ? USER : redacted(input.subject);
  const { name, cardinality, keywords } = predicateOf(redacted(input.predicate));
  // The name of a tool keeps its case.
  const predicate = input.kind === 'procedure' ? redacted(input.predicate) : name;
  const object = redacted(input.object, predicate.replaceAll(' ', '_'));
  const kind = input.kind ?? 'attribute';
  const told = { subject, predicate, object, isNegated: input.isNegated ?? false };
  const text = listedText(input, redacted(input.text ?? ''), told) ?? factSentence(told);
  const isRelation = kind === 'relation';
  // Learnings belong to no entity.
  const slot =
    kind === 'procedure' ? `${PROJECT}|${predicate}` : slotOf(entityKey(subject), predicate);
  return {
    ...told,
    text,
    kind,
    cardinality: input.cardinality ?? cardinality,
    validFrom: input.validFrom ?? now,
    ...(input.validTo === undefined ? {} : { validTo: input.validTo }),
    derivedFrom: input.derivedFrom ?? [],
    isDated: input.isDated ?? input.validFrom !== undefined,
    toldAt: input.validFrom ?? now,
    confidence: input.confidence ?? 1,
    importance: input.importance ?? 0.5,
    trust: input.trust ?? 'user',
    sources: (input.sources ?? []).map((source) => ({ start: 0, end: 0, ...source })),
    slot,
    slots: [slot],
    entities: [
      ...(kind === 'procedure' ? [] : entityKeys(subject, isRelation ? object : undefined)),
      ...(input.isSetting === true ? [PROJECT] : []),
    ],
    terms: wordsOf(context, text, keywords),
    isOwn: true,
    ...(input.id === undefined ? {} : listedState(input)),
  };
}

/** The sentence of a fact of another memory; none where its parts were changed since. */
function listedText(
  { id, kind }: ListedFact,
  text: string,
  told: Parameters<typeof factSentence>[0],
): string | undefined {
  if (id === undefined) return undefined;
  if (kind === 'procedure') return text.includes(told.object) ? text : undefined;
  return text === factSentence({ ...told, isOver: true }) ? text : undefined;
}

function listedState({ isStale, isDisputed, uses, successes }: ListedFact): Partial<FactDraft> {
  return {
    ...(isStale === undefined ? {} : { isStale }),
    // What was unclear in the other memory is not decided by the order of writing.
    ...(isDisputed === true ? { isUnclear: true } : {}),
    ...(uses === undefined ? {} : { uses }),
    ...(successes === undefined ? {} : { successes }),
  };
}
