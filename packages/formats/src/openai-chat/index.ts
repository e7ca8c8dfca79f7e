export { read, tools, usage, write } from './openai-chat.js';
export type {
  OpenAIChatAssistantMessage,
  OpenAIChatBody,
  OpenAIChatMessage,
  OpenAIChatRefusalPart,
  OpenAIChatSystemMessage,
  OpenAIChatTextPart,
  OpenAIChatTool,
  OpenAIChatToolCall,
  OpenAIChatToolMessage,
  OpenAIChatUserMessage,
  OpenAIChatUserPart,
} from './chat-message.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { OpenCall, ReadOptions } from '../messages/open-calls.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
