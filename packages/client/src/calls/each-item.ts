import type { Page, PageQuery } from './page.js';
import { ApiError, invalidResponse } from '../transport/api-error.js';

/** How many of the last items are kept as places to go on from. */
const MAX_PLACES = 10_000;

/**
 * All items of a list; fetches the next page when the last one is used up. Items may be deleted
 * meanwhile: the list then continues after the last one that is still there.
 */
export async function* eachItem<Item extends { id: string }, Query extends PageQuery>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item> {
  /** Starts for the next page, the best last; `undefined`: that of the query. */
  let places: (string | undefined)[] = [undefined];
  for (;;) {
    const page = await pageAfter(list, query, places);
    yield* page.data;
    if (!page.has_more) return;
    const last = page.data.at(-1)?.id;
    if (last === undefined || places.includes(last)) {
      throw invalidResponse('A list that goes on repeated itself, or came', 200);
    }
    places = [...places, ...page.data.map(({ id }) => id)].slice(-MAX_PLACES);
  }
}

async function pageAfter<Item, Query extends PageQuery>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
  places: readonly (string | undefined)[],
): Promise<Page<Item>> {
  for (let index = places.length - 1; ; index--) {
    const after = places[index];
    try {
      return await list(after === undefined ? query : { ...query, after });
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'unknown_cursor';
      if (!isGone || index <= 0) throw error;
    }
  }
}
