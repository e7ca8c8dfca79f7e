export type { RuleSource } from './rule-source.js';
export { anthropicMessagesRules } from './anthropic-messages-rules.js';
export { validateAnthropicMessages } from './anthropic-messages.js';
export { geminiRules } from './gemini-rules.js';
export { validateGemini } from './gemini.js';
export { openaiChatRules } from './openai-chat-rules.js';
export { validateOpenAIChat } from './openai-chat.js';
export { openaiResponsesRules } from './openai-responses-rules.js';
export { validateOpenAIResponses } from './openai-responses.js';
export {
  anthropicCompactionRules,
  type CompactionCheck,
  COMPACTION_BETA,
  createCompactionCheck,
} from './compaction-check.js';
export {
  anthropicToolChangeRules,
  INLINE_TOOLS_BETA,
  validateToolChanges,
} from './tool-change-check.js';
export {
  anthropicThinkingRules,
  createThinkingCheck,
  type ThinkingCheck,
} from './thinking-check.js';
export type { Violation } from './violation.js';
