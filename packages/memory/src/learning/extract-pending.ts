import type { FlushResult, MemoryEntry, StoredDocument } from '@everlong/core';

import { askForFacts, type AskedMessage, type ProposedFact } from '../extraction/ask-for-facts.js';
import { changeScope } from '../scope/change-scope.js';
import { type FoundStatements, learnStatements } from './learn-statements.js';
import type { MemoryContext } from '../scope/memory-context.js';

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
      date,
      text,
    }));
    try {
      const proposed = await askForFacts(model, messages, signal);
      factIds.push(...(await storeProposed(context, scope, waiting, proposed)));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

async function storeProposed(
  context: MemoryContext,
  scope: string,
  waiting: readonly StoredDocument[],
  proposed: readonly ProposedFact[],
): Promise<readonly number[]> {
  const { index } = context;
  return changeScope(context, scope, async (state) => {
    const places = waiting.map(({ sessionId, position }) => ({ sessionId, position }));
    // Without what was withdrawn or forgotten meanwhile.
    const left = await index.documents(scope, { places, isPending: true });
    const found = left.map((document): FoundStatements => {
      const number = waiting.findIndex((each) => isSamePlace(each, document));
      const statements = proposed
        .filter((each) => each.number === number)
        .map(({ statement }) => ({
          ...statement,
          start: statement.start + document.offset,
          end: statement.end + document.offset,
        }));
      return {
        source: { entry: toEntry(document), seq: document.seq, speaker: document.speaker },
        statements,
      };
    });
    const plan = await learnStatements(context, scope, state, found);
    return {
      result: plan.added,
      changes: {
        putFacts: [...plan.changed].flatMap((id) => plan.facts.get(id) ?? []),
        addDocuments: left.map((document) => ({ ...document, isPending: false })),
      },
    };
  });
}

function isSamePlace(one: StoredDocument, other: StoredDocument): boolean {
  return one.sessionId === other.sessionId && one.position === other.position;
}

function toEntry(document: StoredDocument): MemoryEntry {
  const { entryId: id, sessionId, date: createdAt, text } = document;
  return { id, sessionId, createdAt, message: { role: 'user', content: text } };
}
