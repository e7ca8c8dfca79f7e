import type { Scope } from '../state/api-keys.js';

/** Who sends a request. */
export interface Principal {
  /** The key's id, `admin` for the configured key, `anyone` for a server without keys. */
  id: string;
  tenant: string;
  scope: Scope;
  allTenants: boolean;
}
