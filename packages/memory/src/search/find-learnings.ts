import type { Learning, LearningsOptions, StoredFact } from '@everlong/core';

import { sourceEntries } from '../facts/source-entries.js';
import { createLexicalScorer } from './lexical-score.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';

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
  const known = (await index.facts(scope, { kind: 'procedure', past: false })).filter(
    (fact) => !fact.isNegated,
  );
  const terms = analyzer.queryTerms(query);
  if (known.length === 0 || terms.length === 0) return [];
  const scorer = createLexicalScorer(
    new Map(terms.map((term) => [term, 1])),
    frequenciesOf(known, terms),
    { saturation: 1, lengthNormalization: 0 },
  );
  const ranked = known
    .map((fact) => ({ fact, match: scorer.coverage(fact.terms) }))
    .filter(({ match }) => match >= MIN_MATCH)
    .map(({ fact, match }) => ({ fact, score: match + 0.2 * reliability(fact) }))
    .toSorted((left, right) => right.score - left.score || right.fact.id - left.fact.id);
  const found: Learning[] = [];
  let tokens = 0;
  for (const { fact, score } of ranked) {
    const size = countTokens(`- ${fact.text}\n`);
    if (found.length === limit) break;
    if (tokens + size > maxTokens) continue;
    tokens += size;
    found.push(toLearning(fact, score, size));
  }
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

function frequenciesOf(facts: readonly StoredFact[], terms: readonly string[]) {
  const rowsWith = new Map(
    terms.map((term) => [term, facts.filter((fact) => fact.terms.includes(term)).length]),
  );
  const total = facts.reduce((sum, fact) => sum + fact.terms.length, 0);
  return { rows: facts.length, terms: total, rowsWith };
}

function toLearning(fact: StoredFact, score: number, tokens: number): Learning {
  const { id: factId, text, subject: task, validFrom: date, uses, successes } = fact;
  const sources = sourceEntries(fact);
  return { factId, text, task, date, sources, uses, successes, score, tokens };
}

async function countUses(
  context: MemoryContext,
  scope: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await changeScope(context, scope, async () => {
    const facts = await context.index.facts(scope, { ids });
    const putFacts = facts.map((fact) => ({ ...fact, uses: fact.uses + 1 }));
    return { result: undefined, changes: { putFacts } };
  });
}
