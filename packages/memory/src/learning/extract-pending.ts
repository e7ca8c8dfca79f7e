import type {
  FlushResult,
  MemoryEntry,
  MemoryIndex,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { joinChunks } from '../text/chunk-text.js';
import { askForFacts } from './ask-for-facts.js';
import type { AskedMessage, KnownFact } from './fact-question.js';
import type { Statement } from './statement.js';
import type { ProposedFact } from './read-proposals.js';
import { isPasted } from './pasted-text.js';
import { changeScope } from '../scope/change-scope.js';
import { factsToAskWith } from './facts-to-ask-with.js';
import { type FoundProposals, learnProposals } from './learn-proposals.js';
import { answeredBy } from '../scope/answered-by.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { saidAt } from '../scope/point-in-time.js';

/** Messages in one question. */
const BATCH = 20;

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
      factIds.push(...(await storeProposed(context, scope, { waiting, known, proposed })));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

function toKnown([id, fact]: [string, StoredFact]): KnownFact {
  const { subject, predicate, object, isNegated, validFrom: since } = fact;
  return { id, subject, predicate, object, ...(isNegated ? { negated: true } : {}), since };
}

/** A question to the model, and its answer. */
interface Answered {
  waiting: readonly StoredDocument[];
  known: ReadonlyMap<string, StoredFact>;
  proposed: readonly ProposedFact[];
}

async function storeProposed(
  context: MemoryContext,
  scope: string,
  { waiting, known, proposed }: Answered,
): Promise<readonly number[]> {
  const { index } = context;
  return changeScope(context, scope, async (state) => {
    const places = waiting.map(({ sessionId, position }) => ({ sessionId, position }));
    // Without what was withdrawn or forgotten meanwhile.
    const left = await index.documents(scope, { places, isPending: true });
    const found: FoundProposals[] = [];
    for (const document of left) {
      const number = waiting.findIndex((each) => isSamePlace(each, document));
      const { text, offset, seq, speaker } = document;
      const proposals = proposed
        .filter((each) => each.number === number)
        .map(({ statement, ...rest }) => ({ ...rest, statement: movedBy(statement, offset) }));
      const isOnSpeaker = proposals.some(({ statement }) => statement.subject === 'I');
      const whole = isOnSpeaker ? await wholeText(index, scope, document) : '';
      const own = proposals.filter(
        ({ statement }) => statement.subject !== 'I' || !isPasted(whole, statement),
      );
      const { speakers } = state;
      const source = { entry: toEntry(context, document), seq, speaker, speakers };
      found.push({ source, text, proposals: own });
    }
    // As they are now: the answer took its time.
    const ids = [...known.values()].map(({ id }) => id);
    const facts = new Map((await index.facts(scope, { ids })).map((fact) => [`F${fact.id}`, fact]));
    const plan = await learnProposals(context, scope, state, found, facts);
    return {
      result: plan.added,
      changes: {
        putFacts: [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []),
        addDocuments: left.map((document) => ({ ...document, isPending: false })),
      },
    };
  });
}

/** All of a message of which a document is a part: a pasted text may begin in an earlier one. */
async function wholeText(
  index: MemoryIndex,
  scope: string,
  { sessionId, entryId }: StoredDocument,
): Promise<string> {
  const chunks = await index.documents(scope, { sessionId, entryIds: [entryId] });
  return joinChunks(chunks.toSorted((left, right) => left.offset - right.offset));
}

function movedBy(statement: Statement, offset: number): Statement {
  return { ...statement, start: statement.start + offset, end: statement.end + offset };
}

function isSamePlace(one: StoredDocument, other: StoredDocument): boolean {
  return one.sessionId === other.sessionId && one.position === other.position;
}

function toEntry(context: MemoryContext, document: StoredDocument): MemoryEntry {
  const { entryId: id, sessionId, date, text } = document;
  return {
    id,
    sessionId,
    createdAt: saidAt(context, date),
    message: { role: 'user', content: text },
  };
}
