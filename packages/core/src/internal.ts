/** Shared by everlong's own packages; may change in any release. */
export { characterBoundary } from './text/character-boundary.js';
export { checkNodeVersion } from './base/check-node-version.js';
export {
  checkList,
  checkNumber,
  checkOptions,
  checkShapes,
  checkSignal,
  checkString,
  checkSwitch,
  type OptionNames,
  type OptionShapes,
  requireOptions,
} from './base/check-options.js';
export { anyFunction, must, number } from './base/check-shape.js';
export { definedFields } from './base/defined-fields.js';
export { errorText } from './base/error-text.js';
export { fieldsOf } from './base/fields-of.js';
export { reportedExitCode } from './text/exit-code.js';
export { nearestName, suggestion } from './text/nearest-name.js';
export { isObject } from './base/is-object.js';
export { parseJson } from './base/parse-json.js';
export { plainLines } from './text/plain-lines.js';
export { checkMethods, showPart } from './base/check-methods.js';
export { showValue } from './base/show-value.js';
export { sha256Hex } from './base/sha256.js';
export { shortHash } from './base/short-hash.js';
export { isThinkingRefusal } from './base/thinking-refusal.js';
export { UNREPORTED_CALL } from './base/usage.js';
export { createTurns, type InTurn } from './base/turns.js';
export { untilAborted } from './base/until-aborted.js';
export { isOrigin } from './log/entry.js';
export { snapshotFault } from './log/record-fields.js';
export { snapshotSpans } from './log/snapshot-spans.js';
export { hasCacheMarker, withoutCacheMarkers } from './messages/cache-markers.js';
export { type Exchange, groupExchanges, toolApprovalsOf } from './messages/exchanges.js';
export { foreignShapeOf, type SdkFormatName, sdkFormatNames } from './messages/foreign-shape.js';
export { copyValue } from './messages/copy-value.js';
export { keptFieldNames } from './messages/kept-field-names.js';
export { mapTexts, redactMessage } from './messages/map-texts.js';
export { base64ToBytes, bytesToBase64, checkStorable } from './messages/message-codec.js';
export { fieldsToMessage, isJsonOutput, type MessageFields } from './messages/message-fields.js';
export { isGeminiFile } from './messages/gemini-file.js';
export { isMediaType } from './messages/media-type.js';
export { jsonText } from './messages/message-text.js';
export { pathKeys } from './messages/path-keys.js';
export { parseArguments } from './messages/parse-arguments.js';
export { toAiSdk6Message, toAiSdk7Message } from './messages/message-versions.js';
export { normalizeMessage } from './messages/normalize-message.js';
export { largestThatFits } from './base/largest-that-fits.js';
export { BY_URL, readFileRefusal } from './base/file-refusal.js';
export { MIN_LIMIT_TOKENS, type OverflowReport, readOverflowError } from './base/overflow-error.js';
export { countRecords } from './store/count-records.js';
export {
  isSameName,
  namedSettings,
  readSettings,
  type SessionSettings,
  SETTINGS_KEY,
  withSettings,
} from './store/session-settings.js';
export { annotatedKinds } from './tool-calls/annotated-kinds.js';
export { isToolKind, toolKindNames } from './tool-calls/known-tools.js';
export {
  changedPaths,
  commandOf,
  isAct,
  pathOf,
  toolKind,
  type ToolKinds,
} from './tool-calls/tool-kind.js';
export { characterPairs, unspacedCharacters, unspacedRuns } from './text/unspaced-scripts.js';
