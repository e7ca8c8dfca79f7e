import { appendContract, batchContract } from './append-contract.js';
import { concurrencyContract } from './concurrency-contract.js';
import { conflictContract } from './conflict-contract.js';
import type { ContractGroup } from './contract-rules.js';
import { durabilityContract } from './durability-contract.js';
import { idempotencyContract } from './idempotency-contract.js';
import { objectIsolationContract, sessionIsolationContract } from './isolation-contract.js';
import { losslessContract } from './lossless-contract.js';
import { mediaContract } from './media-contract.js';
import { rangeContract } from './range-contract.js';
import { recordContract } from './record-contract.js';
import { refusalContract } from './refusal-contract.js';
import { rewindContract } from './rewind-contract.js';
import { searchContract } from './search-contract.js';
import { sessionContract } from './session-contract.js';
import { tenantContract } from './tenant-contract.js';

/** The whole contract of a store. */
export const contractGroups: readonly ContractGroup[] = [
  sessionContract,
  appendContract,
  batchContract,
  idempotencyContract,
  conflictContract,
  recordContract,
  rewindContract,
  rangeContract,
  losslessContract,
  mediaContract,
  sessionIsolationContract,
  objectIsolationContract,
  tenantContract,
  searchContract,
  concurrencyContract,
  durabilityContract,
  refusalContract,
];
