export { createMemory, type MemoryOptions } from './create-memory.js';
