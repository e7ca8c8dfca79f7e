import { showValue } from '@everlong/core/internal';
import type { RouteConfig, z } from '@hono/zod-openapi';

import { invalidRequest, problem } from './problem.js';
import type { ServerContext } from './server-env.js';

type Target = 'param' | 'query' | 'header' | 'json';

/**
 * A check of all that a route's description says of its requests. What the schemas make of a
 * request is then `c.req.valid(…)`; throws the answer 400 to one that they refuse.
 */
export function createInputCheck({
  method,
  request,
}: Pick<RouteConfig, 'method' | 'request'>): (c: ServerContext) => void {
  const checks: ((c: ServerContext) => void)[] = [];
  const add = (target: Target, schema: z.ZodType, read: (c: ServerContext) => unknown): void => {
    checks.push((c) => {
      const input = read(c);
      const { success, data, error } = schema.safeParse(input);
      if (!success) throw invalidRequest(error.issues, input);
      c.req.addValidatedData(target, data as object);
    });
  };
  const { params, query, headers, body } = request ?? {};
  const takesIfMatch = headers !== undefined && namesOf(headers).includes('if-match');
  if (method !== 'get' && !takesIfMatch) checks.push(refuseIfMatch);
  if (query === undefined) checks.push(refuseQuery);
  else add('query', query, queryReader(namesOf(query)));
  if (params !== undefined) add('param', params, (c) => c.req.param());
  if (headers !== undefined) add('header', headers as z.ZodType, headersReader(namesOf(headers)));
  const json = body?.content['application/json'];
  if (json !== undefined && 'schema' in json) {
    add('json', json.schema as z.ZodType, (c) => c.get('body').value);
  } else if (method !== 'get') {
    checks.push(refuseBody);
  }
  return (c) => {
    for (const check of checks) check(c);
  };
}

/** A condition that would be ignored would be taken for one that held. */
function refuseIfMatch(c: ServerContext): void {
  if (c.req.header('if-match') === undefined) return;
  throw problem(400, {
    code: 'precondition_not_supported',
    detail: 'If-Match is taken by the requests that change a session. Leave it out here.',
    param: 'If-Match',
  });
}

const readNoQuery = queryReader([]);

/** Parameters that would be ignored, such as members of the body in the wrong place. */
function refuseQuery(c: ServerContext): void {
  if (c.req.raw.url.includes('?')) readNoQuery(c);
}

/** Members of a body that would be ignored. */
function refuseBody(c: ServerContext): void {
  const { value } = c.get('body');
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return;
  throw problem(400, {
    code: 'invalid_request',
    detail: `This request takes no body, not ${showValue(value)}. Leave it out.`,
  });
}

const namesOf = (schema: object): string[] => Object.keys((schema as z.ZodObject).shape);

/** Reads the query's parameters; refuses those that the route does not have. */
export function queryReader(names: readonly string[]) {
  const known = new Set(names);
  return (c: ServerContext): Record<string, string | string[]> => {
    const found: Record<string, string | string[]> = {};
    for (const [name, values] of Object.entries(c.req.queries())) {
      if (!known.has(name)) throw unknownParameter(name, names);
      const [value = '', ...more] = values;
      found[name] = more.length === 0 ? value : values;
    }
    return found;
  };
}

function unknownParameter(name: string, names: readonly string[]): Error {
  const param = name.slice(0, 100);
  const shown = names.map((each) => `"${each}"`).join(', ');
  return problem(400, {
    code: 'unknown_parameter',
    detail:
      `There is no query parameter ${JSON.stringify(param)} here. ` +
      (names.length === 0 ? 'This request takes none.' : `There are ${shown}.`),
    param,
  });
}

/** Reads these headers only: reading one is cheap, and making a list of all of them is not. */
function headersReader(names: readonly string[]) {
  return (c: ServerContext) => Object.fromEntries(names.map((name) => [name, c.req.header(name)]));
}
