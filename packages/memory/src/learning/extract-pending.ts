import type { FlushResult, StoredDocument, StoredFact } from '@everlong/core';

import { namesOf } from '../facts/entity-names.js';
import { slotsOf, USER } from '../facts/fact-keys.js';
import { changedFacts } from '../facts/fact-plan.js';
import { singlePredicates } from '../facts/predicates.js';
import { answeredBy } from '../scope/ask-model.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { saidAt } from '../scope/point-in-time.js';
import { joinChunks } from '../text/stored-text.js';
import { type FoundProposals, learnProposals } from './learn-proposals.js';
import {
  type AskedMessage,
  askForFacts,
  type KnownFact,
  type ProposedFact,
} from './ask-for-facts.js';

/** Messages in one question. */
const BATCH = 20;

/** Facts of each kind in one question. */
const MAX_MATCHING = 30;
const MAX_RECENT = 20;

/**
 * Asks the model about pending messages, a batch and its facts in one transaction each. Stops at
 * the signal; what is left stays pending.
 */
export async function extractPending(
  context: MemoryContext,
  scope: string,
  signal: AbortSignal,
): Promise<FlushResult> {
  const { index, model } = context;
  const factIds: number[] = [];
  for (;;) {
    const waiting = await index.documents(scope, { isPending: true, limit: BATCH });
    if (model === undefined || waiting.length === 0 || signal.aborted) {
      return { factIds, pending: (await index.documents(scope, { isPending: true })).length };
    }
    const messages = waiting.map(({ speaker, date, text }, number): AskedMessage => ({
      number,
      speaker,
      date: saidAt(context, date),
      text,
    }));
    const facts = await factsToAskWith(context, scope, waiting);
    const known = new Map(facts.map((fact) => [`F${fact.id}`, fact]));
    try {
      const answer = askForFacts(model, messages, [...known].map(toKnown), signal);
      const proposed = await answeredBy(context, answer, signal);
      factIds.push(...(await storeProposed(context, scope, waiting, known, proposed)));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

function toKnown([id, fact]: [string, StoredFact]): KnownFact {
  const { subject, predicate, object, isNegated, validFrom: since } = fact;
  return { id, subject, predicate, object, ...(isNegated ? { negated: true } : {}), since };
}

/**
 * What holds and messages may change: facts with their words, what their speakers have one of, and
 * what their sessions stated last. In the order of their ids.
 */
async function factsToAskWith(
  { index }: MemoryContext,
  scope: string,
  messages: readonly StoredDocument[],
): Promise<StoredFact[]> {
  const terms = [...new Set(messages.flatMap((message) => message.terms))];
  const found = await index.candidates(scope, { layer: 'facts', terms, limit: MAX_MATCHING });
  const aliases = await index.aliases(scope);
  for (const speaker of new Set(messages.map((message) => message.speaker))) {
    const names = namesOf(aliases, speaker === 'user' ? USER : speaker);
    const slots = singlePredicates.flatMap((predicate) => slotsOf(names, predicate));
    found.push(...(await index.facts(scope, { slots, past: false })));
  }
  for (const sessionId of new Set(messages.map((message) => message.sessionId))) {
    found.push(...(await index.facts(scope, { sessionId, past: false })).slice(-MAX_RECENT));
  }
  const held = found.filter((fact) => fact.kind !== 'procedure' && fact.validTo === undefined);
  const byId = new Map(held.map((fact) => [fact.id, fact]));
  return [...byId.values()].toSorted((left, right) => left.id - right.id);
}

async function storeProposed(
  context: MemoryContext,
  scope: string,
  waiting: readonly StoredDocument[],
  known: ReadonlyMap<string, StoredFact>,
  proposed: readonly ProposedFact[],
): Promise<readonly number[]> {
  const { index } = context;
  return changeScope(context, scope, async (state) => {
    const places = waiting.map(({ sessionId, position }) => ({ sessionId, position }));
    // Without what was withdrawn or forgotten meanwhile.
    const left = await index.documents(scope, { places, isPending: true });
    const found: FoundProposals[] = [];
    for (const document of left) {
      const { sessionId, position, offset } = document;
      const number = places.findIndex(
        (place) => place.sessionId === sessionId && place.position === position,
      );
      // A pasted text may begin in an earlier part.
      const whole = joinChunks(
        await index.documents(scope, { sessionId, entryIds: [document.entryId] }),
      );
      const proposals = proposed.filter(
        (each) =>
          each.number === number &&
          (each.subject !== 'I' || !isPasted(whole, each.start + offset, each.end + offset)),
      );
      found.push({ source: { ...document, date: saidAt(context, document.date) }, proposals });
    }
    // As they are now: the answer took its time.
    const ids = [...known.values()].map(({ id }) => id);
    const facts = new Map((await index.facts(scope, { ids })).map((fact) => [`F${fact.id}`, fact]));
    const plan = await learnProposals(context, scope, state, found, facts);
    const addDocuments = left.map((document) => ({ ...document, isPending: false }));
    return { result: plan.added, changes: { putFacts: changedFacts(plan), addDocuments } };
  });
}

/** Copied from elsewhere: code, mails, pages, and memories or roles of a request. */
const pasted = [
  /```[\s\S]*?(?:```|$)/g,
  /^[ \t]*>.*$/gm,
  /^##+ (?:Relevant Memory|Past Learnings)[\s\S]*?(?=^#|$(?![\s\S]))/gim,
  /<(?:[a-z][\w-]*)(?:\s[^<>]{0,200})?>[\s\S]*?<\/[a-z][\w-]*>/gi,
  /^[ \t]*(?:\[?(?:system|assistant|tool|user|human)\]?|tool[ _]result|function[ _]result)\s*:.*$/gim,
];

/** Whether all of a part of a text was copied from elsewhere. */
function isPasted(text: string, start: number, end: number): boolean {
  const own = pasted.reduce(
    (left, pattern) => left.replace(pattern, (part) => ' '.repeat(part.length)),
    text,
  );
  return own.slice(start, end).trim() === '';
}
