import type { Store } from '@everlong/core';

/** Abilities of a store beyond the port, as data: rules that need more are left out. */
export interface StoreCapabilities {
  /** The data outlives the store: closed and opened again, it is all there. */
  durable: boolean;
  /** Several open stores share the data and see each other's appends at once. */
  shared: boolean;
}

/** The store that one rule examines, fresh and empty. */
interface StoreSubject {
  readonly store: Store;
  /** Closes the store and opens its data again. */
  reopen(): Promise<Store>;
  /** Opens the same data a second time, while the first is open. */
  openAnother(): Promise<Store>;
}

/** Rejects when the store breaks the rule. */
export type ContractRule = (subject: StoreSubject) => Promise<void>;
export type ContractRules = Readonly<Record<string, ContractRule>>;

/** Rules about one thing, by name: for every store, and for those with a capability. */
export interface ContractGroup extends Partial<Record<keyof StoreCapabilities, ContractRules>> {
  name: string;
  cases?: ContractRules;
}

/** The rules of a group that a store with these capabilities has to keep. */
export function rulesOf(
  { cases = {}, durable = {}, shared = {} }: ContractGroup,
  capabilities: StoreCapabilities = { durable: true, shared: true },
): [name: string, rule: ContractRule][] {
  return Object.entries({
    ...cases,
    ...(capabilities.durable ? durable : {}),
    ...(capabilities.shared ? shared : {}),
  });
}
