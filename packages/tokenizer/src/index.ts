export { createTokenizer, type TokenizerOptions } from './create-tokenizer.js';
export type { ModelTokenizer } from './model-tokenizer.js';
export type { StreamCounter } from './stream-counter.js';
export type { TruncateOptions } from './truncate.js';
export { type EncodingName, ENCODINGS } from './encoding/encoding-names.js';
export type { ImageRule, ModelInfo, Prices, TokenizerFamily } from './models/model-info.js';
export { UNKNOWN_CONTEXT_WINDOW } from './models/model-info.js';
export {
  describeModel,
  findModel,
  listModels,
  modelDataOrigin,
  registerModel,
} from './models/model-registry.js';
export { nearestModel } from './models/nearest-model.js';
export {
  bindsThinking,
  readsThinking,
  thinkingReadBy,
  thinkingRulesOrigin,
} from './models/thinking-rules.js';
export {
  hasOffer,
  type OfferedFeature,
  offersOf,
  type ProviderOffer,
} from './models/provider-offers.js';
export { takesSystemMessages } from './models/takes-system-messages.js';
export {
  loadTools,
  type ResolvedTool,
  resolveTools,
  type ToolsInput,
} from './counting/resolve-tools.js';
export {
  type CalibrationSample,
  type Calibrator,
  type CalibratorState,
  createCalibrator,
} from './calibrator.js';
