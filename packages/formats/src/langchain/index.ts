export { type LangChainWriteOptions, read, tools, usage, write } from './langchain.js';
export type {
  LangChainBlock,
  LangChainBody,
  LangChainMessage,
  LangChainShape,
  LangChainToolCall,
} from './langchain-message.js';
export type { OpenAIChatTool } from '../openai-chat/chat-message.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { OpenCall, ReadOptions } from '../messages/open-calls.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
