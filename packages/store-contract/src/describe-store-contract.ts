import { describe, test } from 'vitest';

import { rulesOf, type StoreCapabilities } from './groups/contract-rules.js';
import { contractGroups } from './groups/contract-groups.js';
import { expectKept, type StoreContractOptions } from './groups/expect-kept.js';

/** Declares the vitest suites that hold a store to every rule of the port. */
export function describeStoreContract(name: string, options: StoreContractOptions): void {
  const capabilities = capabilitiesOf(options);
  for (const group of contractGroups) {
    const rules = rulesOf(group, capabilities);
    if (rules.length === 0) continue;
    describe(`${name}: ${group.name}`, () => {
      test.for(rules)('%s', ([, rule]) => expectKept(rule, options));
    });
  }
}

/** Reads the capabilities that the options promise. */
function capabilitiesOf({ reopen, capabilities }: StoreContractOptions): StoreCapabilities {
  const opensAgain = reopen !== undefined;
  return { durable: opensAgain, shared: opensAgain, ...capabilities };
}
