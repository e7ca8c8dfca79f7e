import { showValue } from '@everlong/core/internal';
import { z } from 'zod';

export const sessionId = z.string().max(256).describe('The id of a session');

/**
 * The arguments of a tool. Others are refused by name: a misspelt one that is left out can mean
 * something else, such as a search of all sessions.
 */
export function toolInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  const known = names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined;
      return `This tool has no argument ${issue.keys.map((key) => showValue(key)).join(', ')}. ${known}`;
    },
  });
}
