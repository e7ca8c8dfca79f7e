import type { JsonObject } from '@everlong/core';

/** A message of the Messages API, as requests hold it. */
export type AnthropicMessage =
  | { role: 'user'; content: string | AnthropicUserBlock[] }
  | { role: 'assistant'; content: string | AnthropicAssistantBlock[] }
  /** In mid-conversation, for models that take it there. */
  | { role: 'system'; content: string | AnthropicTextBlock[] };

/** Asks the API to cache the prompt up to here. */
export type AnthropicCacheControl = { type: 'ephemeral'; ttl?: '5m' | '1h' };

interface Cached {
  cache_control?: AnthropicCacheControl | null;
}

/** Text of the user or of an answer. */
export interface AnthropicTextBlock extends Cached {
  type: 'text';
  text: string;
}

/** An image, as base64 or by its address. */
export interface AnthropicImageBlock extends Cached {
  type: 'image';
  source:
    | {
        type: 'base64';
        media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
        data: string;
      }
    | { type: 'url'; url: string };
}

/** A PDF or a text, as base64, as text or by its address. */
export interface AnthropicDocumentBlock extends Cached {
  type: 'document';
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'url'; url: string };
  title?: string | null;
  context?: string | null;
  citations?: { enabled?: boolean } | null;
}

/** A call of a tool. */
export interface AnthropicToolUseBlock extends Cached {
  type: 'tool_use';
  id: string;
  name: string;
  input: Record<string, unknown>;
}

/** Thinking, with the signature that it must be sent back with. */
export interface AnthropicThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature: string;
}

/** Thinking that only Anthropic can read. */
export interface AnthropicRedactedThinkingBlock {
  type: 'redacted_thinking';
  data: string;
}

/** What a tool gave for the call of this id. */
export interface AnthropicToolResultBlock extends Cached {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | (AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock)[];
  is_error?: boolean;
}

/** Blocks of kinds not named here are kept and written as they came. */
export type AnthropicUserBlock =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicToolResultBlock;

/** A block of an answer, as the Messages API gives it. */
export type AnthropicAssistantBlock =
  | AnthropicTextBlock
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock
  | AnthropicToolUseBlock;

/** A tool as the Messages API takes it. */
export interface AnthropicTool extends Cached {
  name: string;
  description?: string;
  input_schema: { type: 'object' } & JsonObject;
}

/** What `write` makes of a request: everything of its body but the model and the settings. */
export interface AnthropicBody {
  system?: string | AnthropicTextBlock[];
  messages: AnthropicMessage[];
  tools?: AnthropicTool[];
}
