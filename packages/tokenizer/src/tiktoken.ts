export { createTiktokenEncoder } from './tiktoken-encoder.js';
