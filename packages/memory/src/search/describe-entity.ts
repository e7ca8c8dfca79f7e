import type {
  EntityOptions,
  MemoryEntity,
  MemoryFact,
  MemoryHit,
  StoredFact,
} from '@everlong/core';

import { holdsAny, namesOf, rootOf } from '../facts/entity-names.js';
import { entityKey, USER } from '../facts/fact-keys.js';
import { holds } from '../facts/holds.js';
import { mergedRivals } from '../facts/merged-rivals.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { pointInTime } from '../scope/point-in-time.js';
import { similarNames } from './similar-names.js';
import { documentToHit } from './to-hit.js';

/** Facts and messages that are searched for a name, and what is shown of them. */
const MAX_SEARCHED = 200;
const MAX_RELATED = 50;
const MAX_MESSAGES = 10;

/** What an entity's facts name, of which the facts are shown as well. */
const MAX_NEIGHBOURS = 20;

export async function describeEntity(
  context: MemoryContext,
  scope: string,
  name: string,
  { steps = 1, ...asOf }: EntityOptions = {},
): Promise<MemoryEntity | undefined> {
  const { index } = context;
  const aliases = await index.aliases(scope);
  const names = namesOf(aliases, name);
  const at = pointInTime(context, asOf);
  const isKnown = ({ kind, recordedAt }: StoredFact): boolean =>
    kind !== 'procedure' && recordedAt <= at.knownAt;
  const found = (await index.facts(scope, { entities: names })).filter(isKnown);
  const naming = (await factsNaming(context, scope, names)).filter(isKnown);
  // A relation is found by what it points to as well.
  const known = found.filter(
    ({ kind, subject, object }) =>
      kind !== 'relation' ||
      names.includes(entityKey(subject)) ||
      !names.includes(entityKey(object)),
  );
  const ids = new Set(known.map(({ id }) => id));
  const others = new Map([...found, ...naming].map((fact) => [fact.id, fact]));
  const related = newestFirst(
    [...others.values()].filter((fact) => !ids.has(fact.id) && holds(fact, at)),
  ).slice(0, MAX_RELATED);
  const isNow = asOf.validAt === undefined && asOf.knownAt === undefined;
  const until = isNow ? '9999' : at.validAt < at.knownAt ? at.validAt : at.knownAt;
  const messages = await messagesNaming(context, scope, names, until);
  const isNothing = known.length + related.length + messages.length === 0;
  if (isNothing && names.length === 1) return undefined;
  const facts = known.filter((fact) => holds(fact, at));
  const rivals = mergedRivals(facts, names);
  const marked = facts.map((fact) => (rivals.has(fact) ? { ...fact, isDisputed: true } : fact));
  const shown = rootOf(aliases, entityKey(name));
  const beyond =
    steps === 1 ? [] : await factsBeyond(context, scope, [...facts, ...related], names);
  return {
    name: known.find(({ subject }) => entityKey(subject) === shown)?.subject ?? shown,
    aliases: names.filter((other) => other !== shown),
    facts: shownFacts(marked),
    past: shownFacts(known.filter((fact) => !facts.includes(fact) && fact.validFrom <= at.validAt)),
    related: shownFacts(related),
    beyond: shownFacts(beyond.filter((fact) => isKnown(fact) && holds(fact, at))),
    messages,
    suggestions: await similarNames(context, scope, names),
  };
}

/** Facts that have one of the names in their value. */
async function factsNaming(
  { index, analyzer }: MemoryContext,
  scope: string,
  names: readonly string[],
): Promise<StoredFact[]> {
  if (names.includes(USER)) return [];
  const terms = analyzer.queryTerms(names.join(' '));
  const query = { layer: 'facts' as const, terms, limit: MAX_SEARCHED };
  const candidates = await index.candidates(scope, query);
  return candidates.filter(({ object }) => holdsAny(object, names));
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

/** Messages and notes that have one of the names. */
async function messagesNaming(
  context: MemoryContext,
  scope: string,
  names: readonly string[],
  until: string,
): Promise<MemoryHit[]> {
  if (names.includes(USER)) return [];
  const terms = context.analyzer.queryTerms(names.join(' '));
  const query = { layer: 'documents' as const, terms, limit: MAX_SEARCHED };
  const found = await context.index.candidates(scope, query);
  return found
    .filter(({ text, date }) => date <= until && holdsAny(text, names))
    .toSorted((left, right) => compare(right.date, left.date) || right.position - left.position)
    .slice(0, MAX_MESSAGES)
    .map((document) => documentToHit(context, { document, score: 0, breakdown: {} }).hit);
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
