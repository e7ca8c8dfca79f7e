import type { ToolCallPart } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { fieldsOf, isFields } from '../json/json-fields.js';
import { isSameJson } from '../json/same-json.js';
import type { LossSink } from './loss.js';

/** The input of a call whose arguments are JSON text, and what its text says beyond the value. */
export interface ReadArguments {
  input: unknown;
  /** The text itself, where writing the input as JSON would not give it back. */
  text?: string;
}

/** Reads arguments as text; one that is not JSON, such as that of a truncated call, stays a text. */
export function readArguments(text: string): ReadArguments {
  try {
    const input: unknown = JSON.parse(text);
    return JSON.stringify(input) === text ? { input } : { input, text };
  } catch {
    return text.trim() === '' ? { input: {}, text } : { input: text };
  }
}

/** The call with the text of its arguments, under `providerOptions.everlong.arguments`. */
export function keepArguments(part: ToolCallPart, text: string | undefined): ToolCallPart {
  if (text === undefined) return part;
  const everlong = { ...part.providerOptions?.['everlong'], arguments: text };
  return { ...part, providerOptions: { ...part.providerOptions, everlong } };
}

/**
 * The arguments of a call as JSON text: byte for byte as they were read, unless the input was
 * changed since. Always JSON: no API takes the text of a truncated call.
 */
export function argumentsText(part: ToolCallPart): string {
  const kept = fieldsOf(part.providerOptions?.['everlong'])['arguments'];
  if (typeof kept === 'string' && isSameJson(readArguments(kept).input, part.input)) {
    return kept.trim() === '' ? '{}' : kept;
  }
  return JSON.stringify(part.input) ?? '{}';
}

/**
 * The input of a call whose arguments are a text and no JSON. Requests hold objects only, the text
 * wrapped in one: it is taken out again.
 */
export function textInput({ input }: ToolCallPart): string {
  if (typeof input === 'string') return input;
  const { input: text, ...others } = fieldsOf(input);
  const isWrapped = typeof text === 'string' && Object.keys(others).length === 0;
  return isWrapped ? text : jsonText(input);
}

/** The input for APIs that take objects only. */
export function objectInput(part: ToolCallPart, losses: LossSink): Record<string, unknown> {
  const { input } = part;
  if (isFields(input)) return input;
  losses.lose('arguments', `the input of ${part.toolName} is not an object`);
  return input === undefined || input === null ? {} : { input };
}
