import type {
  ListFactsOptions,
  MemoryFact,
  NameMerge,
  NoteInput,
  StoredFact,
} from '@everlong/core';

import { namesOf, standsFor } from '../facts/entity-names.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { holds, pointInTime } from '../scope/point-in-time.js';
import { notedSession } from '../scope/scope-notes.js';
import { joinChunks } from '../text/stored-text.js';

const PAGE = 1000;

export async function listFacts(
  context: MemoryContext,
  scope: string,
  options: ListFactsOptions = {},
): Promise<MemoryFact[]> {
  const { index } = context;
  const { subject, past = false, limit = Infinity } = options;
  const at = pointInTime(context, options);
  const entities = subject === undefined ? undefined : namesOf(await index.aliases(scope), subject);
  const about = entities === undefined ? {} : { entities };
  const found: StoredFact[] = [];
  for (
    let after: number | undefined = options.after ?? 0;
    after !== undefined && found.length < limit;
  ) {
    const page: StoredFact[] = await index.facts(scope, { after, limit: PAGE, ...about });
    found.push(...page.filter((fact) => (past ? fact.recordedAt <= at.knownAt : holds(fact, at))));
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  return found.slice(0, limit).map(toMemoryFact);
}

/** What stands for a name that stands for another comes first, as it was merged first. */
export async function listMerges({ index }: MemoryContext, scope: string): Promise<NameMerge[]> {
  const aliases = await index.aliases(scope);
  const depthOf = ({ alias }: NameMerge): number => standsFor(aliases, alias).length;
  return [...aliases]
    .map(([alias, name]) => ({ name, alias }))
    .toSorted((left, right) => depthOf(right) - depthOf(left));
}

/** Notes by their sessions, each session's in the order in which they were written. */
export async function listNotes({ index }: MemoryContext, scope: string): Promise<NoteInput[]> {
  const notes: NoteInput[] = [];
  for (const { sessionId: id } of await index.sessions(scope, {})) {
    const sessionId = notedSession(id);
    if (sessionId === undefined) continue;
    const documents = await index.documents(scope, { sessionId: id });
    for (const [range, chunks] of Map.groupBy(documents, ({ entryId }) => entryId)) {
      const [fromSeq = 0, throughSeq = 0] = range.split('-').map(Number);
      const date = chunks[0]?.date ?? '';
      notes.push({ sessionId, fromSeq, throughSeq, date, text: joinChunks(chunks) });
    }
  }
  return notes;
}
