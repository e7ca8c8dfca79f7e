import type { TokenizerFamily } from '../models/model-info.js';

/** Tokens that a provider adds around content; none of them is visible in the messages. */
export interface FrameCosts {
  /** Each message: role and delimiters. */
  message: number;
  /** Each stretch of reasoning, besides its text. */
  reasoning: number;
  /** Each call of a tool, besides its name and its arguments. */
  toolCall: number;
  /**
   * Each argument of a call, besides its name and its value. `undefined`: the arguments are one
   * text
   * of JSON.
   */
  argument?: number;
  /** Each result of a tool, besides its output. */
  toolResult: number;
  /** Once, when a request offers tools. */
  tools: number;
  /** Each offered tool, besides its name, description and schema as JSON. */
  tool: number;
  /** Once, for the start of the model's answer. */
  reply: number;
}

/**
 * Costs as the growth of recorded prompts shows them (`scripts/fit-estimators.ts`), and for what they do not
 * show:
 * - OpenAI, messages: 3 and 3 for the reply (OpenAI cookbook, "How to count tokens with tiktoken");
 *   recorded 4. Tools: 9 and some 4 each in the lineage of openai-chat-tokens (gpt-tokenizer's
 *   function calling rules), rounded up.
 * - Claude, tools: 346 for the hidden prompt of a request with tools (Anthropic's tool use page,
 *   Claude 4).
 * - Gemini's calls and results, and Claude's reply, are assumptions.
 */
const COSTS: Record<TokenizerFamily, FrameCosts> = {
  openai: { message: 4, reasoning: 9, toolCall: 13, toolResult: 8, tools: 12, tool: 8, reply: 3 },
  claude: {
    message: 4,
    reasoning: 4,
    toolCall: 20,
    argument: 14,
    toolResult: 20,
    tools: 346,
    tool: 12,
    reply: 3,
  },
  'claude-4.7': {
    message: 5,
    reasoning: 5,
    toolCall: 26,
    argument: 17,
    toolResult: 26,
    tools: 450,
    tool: 16,
    reply: 4,
  },
  gemini: { message: 2, reasoning: 2, toolCall: 12, toolResult: 12, tools: 16, tool: 12, reply: 3 },
  unknown: {
    message: 5,
    reasoning: 9,
    toolCall: 20,
    argument: 14,
    toolResult: 20,
    tools: 346,
    tool: 12,
    reply: 4,
  },
};

/** The costs of one tokenizer family. */
export function frameCosts(family: TokenizerFamily): FrameCosts {
  return COSTS[family];
}
