import { z } from 'zod';

export const sessionId = z.string().max(256).describe('The id of a session');
