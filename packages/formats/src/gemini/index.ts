export { read, tools, usage, write } from './gemini.js';
export type {
  GeminiBody,
  GeminiContent,
  GeminiFunctionResponse,
  GeminiPart,
  GeminiTool,
} from './gemini-content.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { OpenCall, ReadOptions } from '../messages/open-calls.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
