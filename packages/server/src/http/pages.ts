import { z } from '@hono/zod-openapi';

import { problem } from './problem.js';

/** The query of a list, as OpenAI's API has it. */
export const pageQuery = z.object({
  after: z.string().max(256).optional().openapi({ description: 'The id that the page follows.' }),
  before: z.string().max(256).optional().openapi({ description: 'The id that the page precedes.' }),
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

/** A page of a list, of one item more than the page is to hold where there are more. */
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

/** A cursor resolved by a list: where it begins, and whether it walks backwards. */
export interface Walk {
  cursor: string | undefined;
  /** Whether items come in ascending order while walking. */
  ascending: boolean;
  /** Whether the page is to be turned round afterwards: it was walked away from `before`. */
  turned: boolean;
}

/** Which way to walk; `before` walks from the cursor against the order. */
export function walkOf({ after, before, order }: PageQuery): Walk {
  if (after !== undefined && before !== undefined) {
    throw problem(400, {
      code: 'two_cursors',
      detail: 'A page has one cursor: give "after" or "before".',
      param: 'before',
    });
  }
  const turned = before !== undefined;
  return { cursor: after ?? before, ascending: (order === 'asc') !== turned, turned };
}

/** The page that a walk of at most one item more than `limit` makes. */
export function walkedPage<Item extends { id: string }>(
  items: readonly Item[],
  { turned }: Walk,
  limit: number,
) {
  const page = toPage(items, limit);
  if (!turned) return page;
  const data = page.data.toReversed();
  return { ...page, data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

/** The answer to a cursor that is not in the list. */
export function unknownCursor({ after }: PageQuery) {
  return problem(400, {
    code: 'unknown_cursor',
    detail: 'The list has no item of the id that is the cursor. Begin without one.',
    param: after === undefined ? 'before' : 'after',
  });
}
