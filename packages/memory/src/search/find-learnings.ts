import type { Learning, LearningsOptions, StoredFact } from '@everlong/core';

import { sourceEntries } from '../facts/to-memory-fact.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { createCoverage } from './lexical-score.js';

const DEFAULT_LIMIT = 5;

/** Learnings that match less of the query belong to another task. */
const MIN_MATCH = 0.2;

/** Learnings for a task, the most relevant first; adds 1 to their `uses`. */
export async function findLearnings(
  context: MemoryContext,
  scope: string,
  query: string,
  { limit = DEFAULT_LIMIT, maxTokens = Infinity }: LearningsOptions = {},
): Promise<Learning[]> {
  const { index, analyzer, countTokens } = context;
  const procedures = await index.facts(scope, { kind: 'procedure', past: false });
  const known = procedures.filter((fact) => !fact.isNegated);
  const terms = analyzer.queryTerms(query);
  const rowsWith = new Map(
    terms.map((term) => [term, known.filter((fact) => fact.terms.includes(term)).length]),
  );
  const coverage = createCoverage(terms, { rows: known.length, rowsWith });
  const ranked = known
    .map((fact) => ({ fact, match: coverage(fact.terms) }))
    .filter(({ match }) => match >= MIN_MATCH)
    .map(({ fact, match }) => ({ fact, score: match + 0.2 * reliability(fact) }))
    .toSorted((left, right) => right.score - left.score || right.fact.id - left.fact.id);
  const found: Learning[] = [];
  let left = maxTokens;
  for (const { fact, score } of ranked) {
    const { id: factId, text, subject: task, validFrom: date, uses, successes } = fact;
    const tokens = countTokens(`- ${text}\n`);
    if (found.length === limit || tokens > left) continue;
    left -= tokens;
    const sources = sourceEntries(fact);
    found.push({ factId, text, task, date, sources, uses, successes, score, tokens });
  }
  if (found.length > 0)
    await countUses(
      context,
      scope,
      found.map(({ factId }) => factId),
    );
  return found;
}

/** (successes + 1) / (uses + 2): a new learning counts as half reliable. */
function reliability({ uses, successes }: StoredFact): number {
  return Math.min(1, (successes + 1) / (Math.max(uses, successes) + 2));
}

async function countUses(
  context: MemoryContext,
  scope: string,
  ids: readonly number[],
): Promise<void> {
  await changeScope(context, scope, async () => {
    const facts = await context.index.facts(scope, { ids });
    const putFacts = facts.map((fact) => ({ ...fact, uses: fact.uses + 1 }));
    return { result: undefined, changes: { putFacts } };
  });
}
