import { USER, valueKey } from '../facts/fact-keys.js';
import type { FactDraft } from '../facts/plan-facts.js';
import type { StatementSource } from './fact-drafts.js';
import { factsAbout, type Learning } from './known-facts.js';

/**
 * The id of the value whose place a draft takes where there may be several: `My dog is now Max`
 * after `My dog is called Rex` or `We have a dog called Rex`. None where there is not exactly one,
 * for then it is unclear which is meant.
 */
export async function findFormer(
  learning: Learning,
  { subject, predicate, object }: FactDraft,
  { speaker }: StatementSource,
): Promise<number[]> {
  const noun = predicate === 'name' ? subject : predicate;
  const owner = speaker === 'user' ? USER : speaker;
  const known = [
    ...(await factsAbout(learning, noun, owner)),
    ...(await factsAbout(learning, 'name', noun)),
  ];
  const isKnown = known.some((fact) => valueKey(fact.object) === valueKey(object));
  return known.length === 1 && !isKnown ? known.map(({ id }) => id) : [];
}
