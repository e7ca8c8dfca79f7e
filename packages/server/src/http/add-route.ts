import type { RouteConfig, RouteHandler } from '@hono/zod-openapi';

import { createInputCheck } from './check-input.js';
import type { ServerApp, ServerEnv } from './server-env.js';

/** Gets the input that the route's schemas checked; only tests check its answer. */
type Answer<Route extends RouteConfig> = (
  c: Parameters<RouteHandler<Route, ServerEnv>>[0],
) => Response | Promise<Response>;

/** Adds a route to the app and to its description. */
export function addRoute<Route extends RouteConfig & { getRoutingPath(): string }>(
  app: ServerApp,
  route: Route,
  answer: Answer<Route>,
): void {
  const { middleware = [], ...described }: RouteConfig = route;
  app.openAPIRegistry.registerPath(described);
  const check = createInputCheck(route);
  app.on([route.method], [route.getRoutingPath()], ...[middleware].flat(), (c) => {
    check(c);
    return answer(c as Parameters<Answer<Route>>[0]);
  });
}
