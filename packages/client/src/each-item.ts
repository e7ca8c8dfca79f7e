import type { Page, PageQuery } from './resources.js';

/** All items of a list, page by page as they are taken. */
export async function* eachItem<Item extends { id: string }, Query extends PageQuery>(
  list: (query: Query) => Promise<Page<Item>>,
  query: Query,
): AsyncGenerator<Item> {
  let next = query;
  for (;;) {
    const { data, has_more: hasMore, last_id: after } = await list(next);
    yield* data;
    if (!hasMore || after === null) return;
    next = { ...next, after };
  }
}
