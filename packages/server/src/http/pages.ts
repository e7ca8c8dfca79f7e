import { z } from '@hono/zod-openapi';

import { problem } from './problem.js';

/** The query of a list, as OpenAI's API has it. */
export const pageQuery = z.object({
  after: z.string().max(256).optional().openapi({ description: 'The page starts after this id.' }),
  before: z.string().max(256).optional().openapi({ description: 'The page ends before this id.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc').openapi({ description: 'By time of creation.' }),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** A list as OpenAI's SDK pages through it. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });
}

/** A page of at most `limit` items; pass one item more to say that there are more. */
export function toPage<Item extends { id: string }>(items: readonly Item[], limit: number) {
  const data = items.slice(0, limit);
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: items.length > limit,
  };
}

/** How to read a list from its cursor. */
export interface Walk {
  cursor: string | undefined;
  /** True to read in ascending order. */
  ascending: boolean;
  /** True to reverse the page afterwards: it was read backwards from `before`. */
  isReversed: boolean;
}

/** The cursor and direction of a query; `before` reads against its order. */
export function walkOf({ after, before, order }: PageQuery): Walk {
  if (after !== undefined && before !== undefined) {
    throw problem(400, {
      code: 'two_cursors',
      detail: 'A page has one cursor: give "after" or "before", not both.',
      param: 'before',
    });
  }
  const isReversed = before !== undefined;
  return { cursor: after ?? before, ascending: (order === 'asc') !== isReversed, isReversed };
}

/** The page of items read along a walk; pass at most one item more than `limit`. */
export function walkedPage<Item extends { id: string }>(
  items: readonly Item[],
  { isReversed }: Walk,
  limit: number,
) {
  const page = toPage(items, limit);
  if (!isReversed) return page;
  const data = page.data.toReversed();
  return { ...page, data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

/** The answer to a cursor that is not in the list. */
export function unknownCursor({ after, before }: PageQuery) {
  return problem(400, {
    code: 'unknown_cursor',
    detail: `The list has no item ${JSON.stringify(after ?? before)}: it may have been deleted. Go on from another item of the last page, or start over without a cursor.`,
    param: after === undefined ? 'before' : 'after',
  });
}
