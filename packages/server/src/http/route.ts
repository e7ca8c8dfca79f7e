import { createRoute, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';

import { problems } from '../schemas/problem-schema.js';
import type { Scope } from '../state/api-keys.js';
import { requireOperator, requireScope } from './authenticate.js';
import { createInputCheck } from './check-input.js';
import type { ServerApp, ServerEnv } from './server-env.js';

type Request = NonNullable<RouteConfig['request']>;

/** A route as its document has it, and who may ask: a scope, or those who run the server. */
interface RouteDescription<Input extends Request> extends Pick<
  RouteConfig,
  'operationId' | 'tags' | 'summary' | 'description' | 'responses'
> {
  scope?: Scope | 'operator';
  security?: [];
  middleware?: MiddlewareHandler<ServerEnv>[];
  request?: Input;
}

type Route<Input extends Request> = Pick<RouteConfig, 'method' | 'path' | 'responses'> & {
  request: Input;
  middleware: MiddlewareHandler<ServerEnv>[];
  getRoutingPath(): string;
};

/** Describes a route, such as `GET /v1/jobs`; one with a scope also answers with problems. */
export function route<Input extends Request>(
  at: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`,
  { scope, middleware = [], responses, ...described }: RouteDescription<Input>,
): Route<Input> {
  const [method = '', path = ''] = at.split(' ');
  const guards =
    scope === undefined ? [] : [scope === 'operator' ? requireOperator : requireScope(scope)];
  const made = createRoute({
    ...described,
    method: method.toLowerCase() as RouteConfig['method'],
    path,
    middleware: [...guards, ...middleware],
    responses: scope === undefined ? responses : { ...responses, ...problems },
  });
  return made as unknown as Route<Input>;
}

/** Gets the input that the route's schemas checked; only tests check its answer. */
type Answer<Input extends Request> = (
  c: Parameters<RouteHandler<Route<Input>, ServerEnv>>[0],
) => Response | Promise<Response>;

/** Adds a route to the app and to its description. */
export function addRoute<Input extends Request>(
  app: ServerApp,
  described: Route<Input>,
  answer: Answer<Input>,
): void {
  const { middleware, ...documented } = described;
  app.openAPIRegistry.registerPath(documented);
  const check = createInputCheck(described);
  app.on([described.method], [described.getRoutingPath()], ...middleware, (c) => {
    check(c);
    return answer(c);
  });
}
