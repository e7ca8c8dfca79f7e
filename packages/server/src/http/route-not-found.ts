import type { ServerApp, ServerContext } from './server-env.js';
import { problemResponse } from './problem.js';

/** The answer where no route is: 405 with `Allow` where the path has other methods, else 404. */
export function createRouteNotFound(app: ServerApp): (c: ServerContext) => Response {
  let routes: readonly { method: string; path: RegExp }[] | undefined;
  return (c) => {
    routes ??= app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => ({ method, path: patternOf(path) }));
    const { method, path } = c.req;
    const allowed = methodsOf(routes, path);
    const what = `There is no ${method.slice(0, 20)} ${path.slice(0, 200)}`;
    if (allowed.length === 0) {
      const detail = `${what}. /docs lists every route.`;
      return problemResponse(404, { code: 'route_not_found', detail });
    }
    return problemResponse(405, {
      code: 'method_not_allowed',
      detail: `${what}, but ${allowed.join(', ')}. /docs lists every route.`,
      headers: { allow: allowed.join(', ') },
    });
  };
}

function methodsOf(routes: readonly { method: string; path: RegExp }[], path: string): string[] {
  const methods = new Set<string>();
  for (const route of routes) {
    if (!route.path.test(path)) continue;
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

/** Matches the paths of a route such as `/v1/sessions/:id`. */
function patternOf(path: string): RegExp {
  const plain = path.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${plain.replaceAll(/:[^/]+/g, '[^/]+')}$`);
}
