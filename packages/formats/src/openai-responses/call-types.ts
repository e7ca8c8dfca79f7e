import {
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
  type ToolCallPart,
  type ToolResultPart,
} from '@everlong/core';

import { keptIn } from '../messages/kept-fields.js';
import { RESPONSES } from './read-input-part.js';

/** The type of each call's item, by the call's id. */
export type CallTypes = ReadonlyMap<string, string>;

/** The ids of calls that the API takes. */
export const CALL_ID = /^.{1,64}$/s;

const FUNCTION = 'function_call';

/** Calls whose results may be any text. */
const ANSWERED_BY_TEXT: ReadonlySet<string> = new Set([
  'custom_tool_call',
  'local_shell_call',
  'apply_patch_call',
]);

/**
 * A call and its result have to be of one type. One of the two may have lost what it was read from,
 * or its shape: a call on the way to another model, a result to truncation, and one that is missing
 * never had it. Both are a function's then.
 */
export function callTypes(messages: readonly ModelMessage[]): CallTypes {
  const results = new Map(
    messages.flatMap(toolResultsOf).map((result) => [result.toolCallId, result]),
  );
  const calls = messages.flatMap(toolCallsOf);
  return new Map(
    calls.map((call) => [call.toolCallId, typeOf(call, results.get(call.toolCallId))]),
  );
}

function typeOf(call: ToolCallPart, result: ToolResultPart | undefined): string {
  const { item: type = FUNCTION } = keptIn(call, RESPONSES);
  if (typeof type !== 'string') return FUNCTION;
  if (result === undefined || type === 'custom_tool_call') return type;
  const isOwn = keptIn(result, RESPONSES)['item'] === `${type}_output`;
  const isWhole = ANSWERED_BY_TEXT.has(type) || result.output.type === 'json';
  return isOwn && isWhole ? type : FUNCTION;
}
