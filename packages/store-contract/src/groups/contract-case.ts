import type { Store } from '@everlong/core';

/** What a store can do beyond the port, as data: cases that need more are left out. */
export interface StoreCapabilities {
  /** The data outlives the store: closed and opened again, it is all there. */
  durable: boolean;
  /** Several open stores share the data and see each other's appends at once. */
  shared: boolean;
}

/** The store that one case examines, fresh and empty. */
interface StoreSubject {
  readonly store: Store;
  /** Closes the store and opens its data again. */
  reopen(): Promise<Store>;
  /** Opens the same data a second time, while the first is open. */
  openAnother(): Promise<Store>;
}

/** One rule of the contract; `run` rejects when the store breaks it. */
export interface ContractCase {
  name: string;
  needs?: keyof StoreCapabilities;
  run(subject: StoreSubject): Promise<void>;
}

/** Rules about one thing. */
export interface ContractGroup {
  name: string;
  cases: readonly ContractCase[];
}
