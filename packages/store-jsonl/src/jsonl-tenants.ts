import { resolve } from 'node:path';

import { tenantsIn } from './session/session-folder.js';

/** The tenants that have sessions below a directory: `default` first. */
export function jsonlTenants({ directory }: { directory: string }): string[] {
  return tenantsIn(resolve(directory));
}
