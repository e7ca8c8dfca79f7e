import type { Recalled } from '@everlong/core';

import { markOfDocument, markOfFact, readMark } from './hit-marks.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Which facts and texts are no longer there as they were when they were recalled. */
export async function findForgotten(
  { index }: MemoryContext,
  scope: string,
  { factIds, restsOn }: Recalled,
): Promise<Recalled> {
  const marks = restsOn.flatMap((mark) => readMark(mark) ?? []);
  const ids = marks.flatMap((mark) => ('factId' in mark ? [mark.factId] : []));
  const places = marks.flatMap((mark) => ('place' in mark ? [mark.place] : []));
  const facts = await index.facts(scope, { ids: [...new Set([...factIds, ...ids])] });
  const documents = places.length === 0 ? [] : await index.documents(scope, { places });
  const known = new Set([
    ...facts.map(({ id }) => markOfFact(id)),
    ...documents.map(markOfDocument),
  ]);
  return {
    factIds: factIds.filter((id) => !known.has(markOfFact(id))),
    restsOn: restsOn.filter((mark) => readMark(mark) !== undefined && !known.has(mark)),
  };
}
