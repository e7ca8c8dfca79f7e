import type {
  Learning,
  MemoryEntity,
  MemoryFact,
  MemoryHit,
  MemoryProfile,
  MemorySource,
  NoteInput,
} from '@everlong/core';

import type { ForgottenMemories } from './forget-memories.js';

/** A fact as the API shows it. */
export function presentMemory(fact: MemoryFact) {
  return {
    object: 'memory' as const,
    id: String(fact.id),
    text: fact.text,
    subject: fact.subject,
    predicate: fact.predicate,
    value: fact.object,
    kind: fact.kind,
    cardinality: fact.cardinality,
    negated: fact.isNegated,
    valid_from: fact.validFrom,
    valid_to: fact.validTo ?? null,
    recorded_at: fact.recordedAt,
    retired_at: fact.retiredAt ?? null,
    superseded_by: fact.supersededBy === undefined ? null : String(fact.supersededBy),
    disputed: fact.isDisputed,
    stale: fact.isStale,
    // Only a fact closes a fact: no statement makes one seem outdated.
    outdated_since: null,
    confidence: fact.confidence,
    trust: fact.trust,
    sources: fact.sources.map(presentSource),
  };
}

export function presentMemoryHit(hit: MemoryHit) {
  return {
    kind: hit.kind,
    text: hit.text,
    date: hit.date,
    score: hit.score,
    breakdown: { ...hit.breakdown },
    tokens: hit.tokens,
    speaker: hit.speaker ?? null,
    trust: hit.trust,
    sources: hit.sources.map(presentSource),
    memory: hit.fact === undefined ? null : presentMemory(hit.fact),
  };
}

export function presentEntity(entity: MemoryEntity) {
  const { name, aliases, facts, past, related, beyond, messages, suggestions } = entity;
  return {
    object: 'memory_entity' as const,
    name,
    aliases: [...aliases],
    memories: facts.map(presentMemory),
    past: past.map(presentMemory),
    related: related.map(presentMemory),
    beyond: beyond.map(presentMemory),
    messages: messages.map(presentMemoryHit),
    suggestions: [...suggestions],
  };
}

export function presentProfile({ text, tokens, factIds, sources }: MemoryProfile) {
  return {
    object: 'memory_profile' as const,
    text,
    tokens,
    memory_ids: factIds.map(String),
    sources: sources.map(presentSource),
  };
}

export function presentLearning({ factId, sources, ...learning }: Learning) {
  return { memory_id: String(factId), ...learning, sources: sources.map(presentSource) };
}

export function presentForgotten({ receipt, quotedIn }: ForgottenMemories) {
  const { entries, factIds, alsoForgotten, notes, sessionIds } = receipt;
  return {
    object: 'forgotten' as const,
    memory_ids: factIds.map(String),
    also_forgotten: alsoForgotten.map(({ factId, text }) => ({ memory_id: String(factId), text })),
    messages: entries,
    notes,
    session_ids: [...sessionIds],
    quoting_session_ids: quotedIn,
  };
}

/** A note with its text, as an export has it. */
export function presentNote({ sessionId, fromSeq, throughSeq, date, text }: NoteInput) {
  return {
    object: 'memory_note' as const,
    session_id: sessionId,
    from_seq: fromSeq,
    through_seq: throughSeq,
    date,
    text,
  };
}

function presentSource({ sessionId, entryId }: MemorySource) {
  return { session_id: sessionId, message_id: entryId };
}
