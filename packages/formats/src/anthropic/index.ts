export { read, tools, usage, write } from './anthropic.js';
export type {
  AnthropicAssistantBlock,
  AnthropicBody,
  AnthropicCacheControl,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicMessage,
  AnthropicRedactedThinkingBlock,
  AnthropicTextBlock,
  AnthropicThinkingBlock,
  AnthropicTool,
  AnthropicToolResultBlock,
  AnthropicToolUseBlock,
  AnthropicUserBlock,
} from './anthropic-message.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { OpenCall, ReadOptions } from '../messages/open-calls.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
