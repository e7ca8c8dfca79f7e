import type { TokenizerFamily } from './model-info.js';

/** Tokens that a provider puts around content: none of them is visible in the messages. */
export interface FrameCosts {
  /** Each message: role and delimiters. */
  message: number;
  /** Each call of a tool, beside its name and its arguments as JSON. */
  toolCall: number;
  /** Each result of a tool, beside its output. */
  toolResult: number;
  /** Once, when a request offers tools. */
  tools: number;
  /** Each offered tool, beside its name, description and schema as JSON. */
  tool: number;
  /** Once, for what opens the model's answer. */
  reply: number;
}

/**
 * OpenAI: 3 a message and 3 for the reply (OpenAI cookbook, "How to count tokens with tiktoken"),
 * one more for the end of the message; tools 9 and 4 each in that lineage (gpt-tokenizer's function
 * calling rules).
 * Claude: 346 for the hidden prompt of a request with tools (Anthropic's tool use page, Claude 4).
 * The rest is what fits recorded growth of prompts, rounded up.
 */
const COSTS: Record<TokenizerFamily, FrameCosts> = {
  openai: { message: 4, toolCall: 8, toolResult: 6, tools: 12, tool: 8, reply: 3 },
  claude: { message: 4, toolCall: 40, toolResult: 12, tools: 346, tool: 12, reply: 3 },
  'claude-4.7': { message: 4, toolCall: 44, toolResult: 14, tools: 346, tool: 14, reply: 3 },
  gemini: { message: 4, toolCall: 12, toolResult: 12, tools: 16, tool: 12, reply: 3 },
  unknown: { message: 5, toolCall: 44, toolResult: 14, tools: 346, tool: 14, reply: 3 },
};

/** The costs of one tokenizer family. */
export function frameCosts(family: TokenizerFamily): FrameCosts {
  return COSTS[family];
}
