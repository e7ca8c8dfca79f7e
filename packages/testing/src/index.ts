export { anyCharacter } from './any-character.js';
export { createChatState, shownMessages } from './create-chat-state.js';
export { growthOf } from './growth-of.js';
export { historyArbitrary, type HistoryStep, markerOf } from './history-arbitrary.js';
export { type Line, makeEntries, toEntries, workLines } from './make-entries.js';
export { COUNTED_HISTORIES, propertyRuns } from './property-runs.js';
export { countTokens, quarters, thirds } from './counting.js';
export {
  type AnthropicUpstream,
  type AnthropicUpstreamOptions,
  createAnthropicUpstream,
  THINKING_BETA,
  THINKING_REFUSAL,
} from './anthropic-upstream.js';
export { createResponsesUpstream, type ResponsesUpstream } from './responses-upstream.js';
export { sampled } from './sampled.js';
