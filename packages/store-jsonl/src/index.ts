export { examineJsonlStore, type ExamineJsonlOptions } from './examine-jsonl-store.js';
export { createJsonlStore } from './jsonl-store.js';
export type { JsonlStoreOptions } from './jsonl-store-options.js';
export { jsonlTenants } from './jsonl-tenants.js';
