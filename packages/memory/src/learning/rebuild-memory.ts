import type { RebuildResult } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { awaitsModel } from './observe.js';
import { planRemoval } from './remove-entries.js';

/**
 * Reads again all that was observed: its terms, its secrets and, with a model, its facts, which leave
 * first. Facts that were written, learnings, and what was forgotten stay as they are.
 */
export async function rebuildMemory(context: MemoryContext, scope: string): Promise<RebuildResult> {
  const { index, analyzer, model } = context;
  const result = { messages: 0, facts: 0 };
  for (const { sessionId } of await index.sessions(scope, {})) {
    const { messages, facts } = await changeScope(context, scope, async (state) => {
      const documents = await index.documents(scope, { sessionId });
      const stated = model === undefined ? [] : await index.facts(scope, { sessionId });
      const learned = stated.filter(({ kind }) => kind !== 'procedure');
      const left = learned.map((fact) => [fact, []] as const);
      const removal = await planRemoval(context, scope, state, [], left);
      const addDocuments = documents.map((document) => {
        const text = redactSecrets(document.text);
        const isPending =
          document.layer === 'episode' && awaitsModel(context, { ...document, text });
        return { ...document, text, terms: analyzer.terms(text), isPending };
      });
      return {
        result: { messages: documents.length, facts: learned.length },
        changes: { ...removal.changes, addDocuments },
      };
    });
    result.messages += messages;
    result.facts += facts;
  }
  await index.scrub();
  return result;
}
