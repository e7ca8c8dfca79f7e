import type { StoreFinding } from '@everlong/core';

/** A finding, and what repairs it without loss: run in a transaction, once the file is copied. */
export interface Fault extends Omit<StoreFinding, 'cure'> {
  repair?: string;
}
