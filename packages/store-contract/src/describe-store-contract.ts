import { describe, test } from 'vitest';

import type { StoreCapabilities } from './groups/contract-case.js';
import { contractGroups } from './groups/contract-groups.js';
import { expectKept, type StoreContractOptions } from './groups/expect-kept.js';

/** Declares the vitest suites that hold a store to every rule of the port. */
export function describeStoreContract(name: string, options: StoreContractOptions): void {
  const capabilities = capabilitiesOf(options);
  for (const group of contractGroups) {
    const cases = group.cases.filter(({ needs }) => needs === undefined || capabilities[needs]);
    if (cases.length === 0) continue;
    describe(`${name}: ${group.name}`, () => {
      test.for(cases)('$name', (each) => expectKept(each, options));
    });
  }
}

/** What the options promise. */
function capabilitiesOf({ reopen, capabilities }: StoreContractOptions): StoreCapabilities {
  const opensAgain = reopen !== undefined;
  return { durable: opensAgain, shared: opensAgain, ...capabilities };
}
