export { createJsonlStore, type JsonlStoreOptions } from './jsonl-store.js';
