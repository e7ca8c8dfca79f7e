import { z } from 'zod';

import { closedObject } from '../schemas/closed-object.js';

export const sessionId = z.string().max(256).describe('The id of a session');

/** The arguments of a tool. */
export function toolInput<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return closedObject(shape, 'argument');
}
