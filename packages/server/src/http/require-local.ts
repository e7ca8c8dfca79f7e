import { ConfigError } from '@everlong/core';
import type { MiddlewareHandler } from 'hono';

import { problem } from './problem.js';
import type { ServerEnv } from './server-env.js';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Guards a server without keys against the pages that its user visits. Throws the answer 403 unless
 * a request names this machine or the host of an allowed origin (a page can point its own host
 * here), and unless it comes from no page, from the server's own or from an allowed origin. Throws
 * `ConfigError` where every origin is allowed.
 */
export function createRequireLocal(
  allowedOrigins: readonly string[],
): MiddlewareHandler<ServerEnv> {
  if (allowedOrigins.includes('*')) {
    throw new ConfigError(
      'Without keys, allowing every origin gives all sessions to every page that is visited. ' +
        'Name the origins, or start the server with keys.',
    );
  }
  const allowedHosts = new Set(allowedOrigins.map((origin) => new URL(origin).hostname));
  return async function requireLocal(c, next) {
    const { hostname, host } = new URL(c.req.url);
    if (!loopback.test(hostname) && !allowedHosts.has(hostname)) {
      throw refused('foreign_host', `the host ${JSON.stringify(hostname)}`);
    }
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site') ?? 'none';
    const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
    const isOwn =
      origin === undefined ? ['none', 'same-origin'].includes(site) : hostOf(origin) === host;
    if (!isAllowed && !isOwn) {
      throw refused('foreign_origin', `a page of ${JSON.stringify(origin ?? 'another site')}`);
    }
    await next();
  };
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function refused(code: string, what: string): Error {
  return problem(403, {
    code,
    detail:
      `Without keys this server answers programs and pages of this machine, not ${what}. ` +
      'Name its origin in EVERLONG_ALLOWED_ORIGINS, or start the server with keys.',
  });
}
