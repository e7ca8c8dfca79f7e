export { describeStoreContract } from './describe-store-contract.js';
export type { StoreContractOptions } from './groups/expect-kept.js';
export type { StoreCapabilities } from './groups/contract-rules.js';
export type { CrashSafetyOptions } from './crash-site.js';
export { describeCrashSafety } from './describe-crash-safety.js';
export { messageArbitrary } from './samples/message-arbitrary.js';
export {
  describeMemoryIndexContract,
  type MemoryIndexContractOptions,
} from './describe-memory-index-contract.js';
