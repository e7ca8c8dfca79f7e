import type {
  EntityOptions,
  MemoryEntity,
  MemoryFact,
  MemoryHit,
  StoredFact,
} from '@everlong/core';
import { nearestName } from '@everlong/core/internal';

import { holdsAny, mergedRivals, namesOf, rootOf } from '../facts/entity-names.js';
import { entityKey, USER } from '../facts/fact-keys.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { holds, pointInTime } from '../scope/point-in-time.js';
import { documentToHit } from './to-hit.js';

/** Facts and messages that are searched for a name, and what is shown of them. */
const MAX_SEARCHED = 200;
const MAX_RELATED = 50;
const MAX_MESSAGES = 10;

/** What an entity's facts name, of which the facts are shown as well. */
const MAX_NEIGHBOURS = 20;

/** Facts searched for similar names, and names that are suggested. */
const MAX_FACTS = 5000;
const MAX_SUGGESTIONS = 10;

export async function describeEntity(
  context: MemoryContext,
  scope: string,
  name: string,
  { steps = 1, ...asOf }: EntityOptions = {},
): Promise<MemoryEntity | undefined> {
  const { index, analyzer } = context;
  const aliases = await index.aliases(scope);
  const names = namesOf(aliases, name);
  const at = pointInTime(context, asOf);
  const isKnown = ({ kind, recordedAt }: StoredFact): boolean =>
    kind !== 'procedure' && recordedAt <= at.knownAt;
  const found = (await index.facts(scope, { entities: names })).filter(isKnown);
  // A relation is found by what it points to as well.
  const known = found.filter(
    ({ kind, subject, object }) =>
      kind !== 'relation' ||
      names.includes(entityKey(subject)) ||
      !names.includes(entityKey(object)),
  );
  const query = { terms: analyzer.queryTerms(names.join(' ')), limit: MAX_SEARCHED };
  // Who talks is in everything.
  const isUser = names.includes(USER);
  const naming = isUser ? [] : await index.candidates(scope, { ...query, layer: 'facts' });
  const others = [...found, ...naming.filter(({ object }) => holdsAny(object, names))];
  const related = newestFirst(
    [...new Map(others.map((fact) => [fact.id, fact])).values()].filter(
      (fact) => isKnown(fact) && holds(fact, at) && !known.some(({ id }) => id === fact.id),
    ),
  ).slice(0, MAX_RELATED);
  const said = isUser ? [] : await index.candidates(scope, { ...query, layer: 'documents' });
  const messages = said
    .filter(({ text, date }) => date <= at.saidUntil && holdsAny(text, names))
    .toSorted((left, right) => compare(right.date, left.date) || right.position - left.position)
    .slice(0, MAX_MESSAGES)
    .map((document): MemoryHit => documentToHit(context, { document, score: 0, breakdown: {} }));
  const isNothing = known.length + related.length + messages.length === 0;
  if (isNothing && names.length === 1) return undefined;
  const facts = known.filter((fact) => holds(fact, at));
  const rivals = mergedRivals(facts, aliases);
  const shown = rootOf(aliases, entityKey(name));
  const beyond =
    steps === 1 ? [] : await factsBeyond(context, scope, [...facts, ...related], names);
  return {
    name: known.find(({ subject }) => entityKey(subject) === shown)?.subject ?? shown,
    aliases: names.filter((other) => other !== shown),
    facts: shownFacts(
      facts.map((fact) => (rivals.has(fact) ? { ...fact, isDisputed: true } : fact)),
    ),
    past: shownFacts(known.filter((fact) => !facts.includes(fact) && fact.validFrom <= at.validAt)),
    related: shownFacts(related),
    beyond: shownFacts(beyond.filter((fact) => isKnown(fact) && holds(fact, at))),
    messages,
    suggestions: await similarNames(context, scope, names),
  };
}

/** Facts about what facts name: about their subjects, and about what their values name. */
async function factsBeyond(
  { index }: MemoryContext,
  scope: string,
  facts: readonly StoredFact[],
  names: readonly string[],
): Promise<StoredFact[]> {
  const keys = facts.flatMap(({ subject, object }) => [entityKey(subject), entityKey(object)]);
  const others = [...new Set(keys)].filter((key) => !names.includes(key) && key !== USER);
  const entities = others.slice(0, MAX_NEIGHBOURS);
  const known = new Set(facts.map(({ id }) => id));
  const found = await index.facts(scope, { entities, past: false, limit: MAX_SEARCHED });
  return found.filter(({ id }) => !known.has(id));
}

/** Subjects that share a word with one of the names, or that one of them may be misspelt for. */
async function similarNames(
  { index }: MemoryContext,
  scope: string,
  names: readonly string[],
): Promise<string[]> {
  const facts = await index.facts(scope, { limit: MAX_FACTS });
  const subjects = new Map(facts.map(({ subject }) => [entityKey(subject), subject]));
  for (const name of names) subjects.delete(name);
  const words = new Set(names.flatMap((name) => name.split(' ').filter(isTelling)));
  const near = new Set(
    names.filter(isTelling).map((name) => nearestName(name, [...subjects.keys()])),
  );
  return [...subjects]
    .filter(([key]) => near.has(key) || key.split(' ').some((word) => words.has(word)))
    .map(([, subject]) => subject)
    .slice(0, MAX_SUGGESTIONS);
}

/** Much shorter names and words differ by a letter or two from any other. */
function isTelling(word: string): boolean {
  return word.length > 3;
}

function shownFacts(facts: readonly StoredFact[]): MemoryFact[] {
  return newestFirst(facts).map(toMemoryFact);
}

function newestFirst(facts: readonly StoredFact[]): StoredFact[] {
  return facts.toSorted(
    (left, right) => compare(right.validFrom, left.validFrom) || right.id - left.id,
  );
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
