/** What a key may do: each scope includes those before it. */
export type Scope = 'read' | 'write' | 'admin';

/** An API key, without its secret. */
export interface Key {
  object: 'key';
  id: string;
  name: string;
  tenant: string;
  scope: Scope;
  /** Whether `X-Tenant-Id` may name any tenant. */
  all_tenants: boolean;
  created_at: string;
  /** `null`: never. */
  expires_at: string | null;
  /** `null`: it was not revoked. */
  revoked_at: string | null;
}

/** A key that was made, or given a new secret. */
export interface KeyWithSecret extends Key {
  /** Shown this once. */
  secret: string;
}

/** Whoever has sessions, keys and limits of their own. */
export interface Tenant {
  object: 'tenant';
  id: string;
  created_at: string;
  /** `null`: no limit. */
  tokens_per_month: number | null;
  /** `null`: sessions are kept until they are deleted. */
  retention_days: number | null;
  /** `null`: the server's. */
  summary_model: string | null;
}

/** What models were asked and answered, in tokens. */
export interface UsageTotals {
  /** Those read from and written to a provider's cache among them. */
  input_tokens: number;
  /** Reasoning among them. */
  output_tokens: number;
  /** Of the input, those read from a provider's cache. */
  cache_read_tokens: number;
  /** Of the input, those written to a provider's cache. */
  cache_write_tokens: number;
  /** To models. */
  calls: number;
  /**
   * Of the input and output: the server's own count of calls that ended before their provider
   * reported any usage.
   */
  estimated_tokens: number;
}

/** One day (UTC). */
export interface UsageDay extends UsageTotals {
  /** Such as `2026-01-31`. */
  date: string;
}

/** What a tenant used from one day through another, both included. */
export interface Usage extends UsageTotals {
  object: 'usage';
  tenant: string;
  from: string;
  through: string;
  /** Days with usage, in order. */
  days: UsageDay[];
  /** Of this month's budget; `null` without one. */
  tokens_left: number | null;
}

/** One administrative act. */
export interface AuditEvent {
  object: 'audit_event';
  id: string;
  /** ISO 8601. */
  at: string;
  action: string;
  /** The id of the key, or other principal, that did it. */
  actor: string;
  /** The id of what it was done to. */
  target: string;
  /** The request's id in the server's log. */
  request_id: string | null;
}
