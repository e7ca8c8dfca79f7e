import { z } from '@hono/zod-openapi';

/** The body of every error. */
const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    error: z.object({
      message: z.string(),
      type: z.string(),
      code: z.string(),
      param: z.string().nullable(),
    }),
  })
  .openapi('Problem');

const answer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** The errors that any route may answer with. */
export const problems = {
  400: answer('Invalid request'),
  401: answer('No key, or an invalid one'),
  403: answer('The key may not do this'),
  404: answer('Not found for this tenant'),
  409: answer('Conflict: something changed meanwhile, or the id is taken'),
  412: answer('If-Match names another state'),
  413: answer('Too large'),
  415: answer('The body is compressed, or its Content-Type is not JSON'),
  422: answer('Valid, but impossible now'),
  429: answer('Too many requests, or the budget is spent'),
};

/** The answer of a route that succeeds. */
export function answers<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** Objects as lines of JSON. */
export const LINES_TYPE = 'application/x-ndjson';

/** The answer of a route that exports. */
export const answersLines = {
  description: 'One object a line, each with its `object`',
  content: { [LINES_TYPE]: { schema: z.string() } },
};

/** A required body. */
export function body<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}
