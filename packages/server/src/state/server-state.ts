/**
 * What the server keeps besides sessions: keys, jobs, tenants, idempotent answers, usage and the
 * audit log, each a JSON document with a place of its own. Every method is one atomic, durable
 * step, also among several processes.
 */
export interface ServerState {
  get<Value>(place: Place): Promise<Value | undefined>;

  /** Keeps a value where there is none; `false` when there is one already. */
  insert(place: Place, value: unknown): Promise<boolean>;

  /**
   * Replaces a value by what `change` makes of it, `undefined` meaning none; resolves with that.
   * `change` must be pure: it may be called again.
   */
  update<Value>(
    place: Place,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<Value | undefined>;

  /** The documents of a kind, by id in ascending order. */
  list<Value>(query: StateQuery): Promise<StateDocument<Value>[]>;

  /** Removes what a tenant has; resolves with the number of documents. */
  deleteTenant(tenant: string): Promise<number>;

  /** Rejects when documents cannot be read. */
  check(): Promise<void>;

  close(): Promise<void>;
}

/** Where a document is. */
export interface Place {
  tenant: string;
  kind: StateKind;
  id: string;
}

export type StateKind =
  | 'key'
  | 'job'
  | 'active-job'
  | 'tenant'
  | 'idempotency'
  | 'usage'
  | 'audit'
  | 'memory'
  | 'server';

export interface StateQuery {
  kind: StateKind;
  /** Default: of every tenant. */
  tenant?: string;
  /** Only ids that follow this one in the order asked for. */
  after?: string;
  /** Default: all. */
  limit?: number;
  reverse?: boolean;
}

export interface StateDocument<Value> {
  tenant: string;
  id: string;
  value: Value;
}
