import type { ScoredFact } from './find-facts.js';
import { groupFacts } from './group-facts.js';
import type { RankedHit } from './pack-hits.js';
import type { ScoredDocument } from './score-documents.js';
import { documentToHit, factToHit, type HitContext } from './to-hit.js';

/** Facts and documents, best first; lazy, so that only the hits in reach have tokens counted. */
export function* rankHits(
  context: HitContext,
  documents: readonly ScoredDocument[],
  facts: readonly ScoredFact[],
): Iterable<RankedHit> {
  const shown = groupFacts(facts);
  let next = 0;
  for (const document of documents) {
    for (let fact = shown[next]; fact !== undefined && fact.score >= document.score;) {
      yield factToHit(context, fact);
      fact = shown[++next];
    }
    yield documentToHit(context, document);
  }
  for (const fact of shown.slice(next)) yield factToHit(context, fact);
}
