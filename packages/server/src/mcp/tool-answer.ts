import { z } from 'zod';

import { closedObject } from '../schemas/closed-object.js';

export const reads = { readOnlyHint: true, openWorldHint: false } as const;
export const writes = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
} as const;

export const sessionId = z.string().max(256).describe('The id of a session');

/** The arguments of a tool. */
export function toolInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return closedObject(shape, 'argument');
}

/** A result as text, which every client reads. */
export function answer(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}
