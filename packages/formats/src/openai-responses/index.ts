export { read, tools, usage, write } from './openai-responses.js';
export type {
  OpenAIResponsesBody,
  OpenAIResponsesInputPart,
  OpenAIResponsesItem,
  OpenAIResponsesOutputMessage,
  OpenAIResponsesReasoning,
  OpenAIResponsesTool,
} from './responses-item.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { OpenCall, ReadOptions } from '../messages/open-calls.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
