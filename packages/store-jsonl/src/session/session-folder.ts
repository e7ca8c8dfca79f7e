import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { SessionNotFoundError } from '@everlong/core';
import { checkSessionId, DEFAULT_TENANT, isSafeName } from '@everlong/core/store-kit';

import { namesIn } from '../files/file-errors.js';
import { isLink, refuseLinks } from '../files/symbolic-links.js';
import { filesOf, sessionIdOf, type SessionPaths, sessionPaths } from './session-paths.js';

/** The folder of sessions, with a folder for every agent. */
export interface SessionFolder {
  readonly path: string;
  /**
   * Throws `SessionNotFoundError`, and `ConfigError` when one of the session's files is a symbolic
   * link.
   */
  find(sessionId: string): SessionPaths;
  has(sessionId: string): boolean;
  /** The sessions of an agent, or of all; symbolic links are left out. */
  all(agent?: string): SessionPaths[];
}

/**
 * The sessions of a tenant below a directory; one that is called `sessions` holds those of the
 * tenant `default` itself. Every other tenant has a folder below `tenants`, beside them, whose name
 * tells capital letters apart on every file system.
 */
export function openSessionFolder(directory: string, tenant: string): SessionFolder {
  const own = basename(directory) === 'sessions' ? directory : join(directory, 'sessions');
  const path = tenant === DEFAULT_TENANT ? own : tenantPath(dirname(own), tenant);
  const agentOf = new Map<string, string>();

  function agents(): string[] {
    return namesIn(path).filter((name) => isSafeName(name) && !isLink(join(path, name)));
  }

  function exists(agent: string | undefined, id: string): agent is string {
    return agent !== undefined && existsSync(sessionPaths(path, agent, id).entries);
  }

  return {
    path,
    find(id) {
      checkSessionId(id);
      if (!isSafeName(id)) throw new SessionNotFoundError(id);
      const known = agentOf.get(id);
      const agent = exists(known, id) ? known : agents().find((each) => exists(each, id));
      if (agent === undefined) {
        agentOf.delete(id);
        throw new SessionNotFoundError(id);
      }
      agentOf.set(id, agent);
      const paths = sessionPaths(path, agent, id);
      refuseLinks(filesOf(paths));
      return paths;
    },
    has: (id) => agents().some((agent) => exists(agent, id)),
    all(only) {
      return agents()
        .filter((agent) => only === undefined || agent === only)
        .flatMap((agent) =>
          namesIn(join(path, agent))
            .map(sessionIdOf)
            .filter(isSafeName)
            .map((id) => sessionPaths(path, agent, id))
            .filter(({ entries }) => !isLink(entries)),
        );
    },
  };
}

/** Throws `ConfigError` when the folder is a symbolic link. */
function tenantPath(directory: string, tenant: string): string {
  const folder = tenant.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
  const tenants = join(directory, 'tenants');
  const paths = [tenants, join(tenants, folder), join(tenants, folder, 'sessions')];
  refuseLinks(paths);
  return join(tenants, folder, 'sessions');
}

/** The tenants that have sessions below a directory. */
export function tenantsIn(directory: string): string[] {
  const own = basename(directory) === 'sessions' ? directory : join(directory, 'sessions');
  const tenants = join(dirname(own), 'tenants');
  const named = namesIn(tenants)
    .filter((name) => !isLink(join(tenants, name)) && existsSync(join(tenants, name, 'sessions')))
    .map((name) => name.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return [DEFAULT_TENANT, ...named.toSorted()];
}
