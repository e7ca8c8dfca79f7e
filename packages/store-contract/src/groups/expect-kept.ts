import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '@everlong/core';

import type { ContractRule, StoreCapabilities } from './contract-rules.js';

/** How the suite makes the stores it examines. */
export interface StoreContractOptions {
  /**
   * A fresh, empty store. `directory` is an empty folder of its own, removed after the rule; a
   * store elsewhere can use the folder's base name as its namespace.
   */
  create(directory: string): Store | Promise<Store>;
  /** Opens the data of the store that `create` made with the same directory. */
  reopen?(directory: string): Store | Promise<Store>;
  /** Removes what is outside the directory. The stores are closed by then. */
  destroy?(directory: string): void | Promise<void>;
  /** Default: both are true exactly when `reopen` is given. */
  capabilities?: Partial<StoreCapabilities>;
}

/** Tries a rule on a fresh store; rejects when the store breaks it. */
export async function expectKept(
  rule: ContractRule,
  { create, reopen, destroy }: StoreContractOptions,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'everlong-contract-'));
  const opened: Store[] = [];
  const openAnother = async (): Promise<Store> => {
    if (reopen === undefined) throw new Error('This rule needs the option "reopen".');
    const another = await reopen(directory);
    opened.push(another);
    return another;
  };
  try {
    const store = await create(directory);
    opened.push(store);
    const reopenStore = async (): Promise<Store> => {
      await store.close();
      return openAnother();
    };
    await rule({ store, openAnother, reopen: reopenStore });
  } finally {
    await Promise.allSettled(opened.map((store) => store.close()));
    await destroy?.(directory);
    await rm(directory, { recursive: true, force: true });
  }
}
