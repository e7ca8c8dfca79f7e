import type { Page, PageQuery } from '../resources/resources.js';

/** All items of a list; fetches the next page when the last one is used up. */
export async function* eachItem<Item extends { id: string }, Query extends PageQuery>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item> {
  for (let after = query.after; ;) {
    const page = await list(after === undefined ? query : { ...query, after });
    yield* page.data;
    if (!page.has_more || page.last_id === null) return;
    after = page.last_id;
  }
}
