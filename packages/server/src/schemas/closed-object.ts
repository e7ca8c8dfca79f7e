import { showValue } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';

/**
 * An object with these members. Others are refused by name, and those that there are named: a
 * misspelt one that is left out can mean something else.
 */
export function closedObject<Shape extends z.core.$ZodLooseShape>(shape: Shape, what = 'member') {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const unknown = issue.keys.map((key) => showValue(key)).join(', ');
      const tenant = issue.keys.some((key) => /^tenant(?:_?id)?$/i.test(key))
        ? ' The tenant is named by the header X-Tenant-Id.'
        : '';
      return `There is no ${what} ${unknown} here. There ${names === '' ? 'is none' : `are ${names}`}.${tenant}`;
    },
  });
}
