export { describeStoreContract } from './describe-store-contract.js';
export type { StoreContractOptions } from './expect-kept.js';
export type { StoreCapabilities } from './contract-case.js';
export { type CrashSafetyOptions, describeCrashSafety } from './describe-crash-safety.js';
export { messageArbitrary } from './message-arbitrary.js';
