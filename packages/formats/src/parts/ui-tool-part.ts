import type {
  AssistantPart,
  JsonValue,
  ToolApprovalRequest,
  ToolPart,
  ToolResultOutput,
  ToolResultPart,
} from '@everlong/core';
import {
  type Fields,
  fieldsOf,
  isFields,
  present,
  textOf,
  scalarText,
} from '../json/json-fields.js';
import { optionsOf } from './ui-content.js';
import { DENIED_TEXT } from './denied-text.js';

/** Whether a part of a UI message is a call of a tool, with or without its result. */
export function isToolPart({ type }: Fields): boolean {
  return typeof type === 'string' && (type.startsWith('tool-') || type === 'dynamic-tool');
}

/** Whether a tool part waits for its result. */
export function isUnfinished({ state }: Fields): boolean {
  return state !== 'output-available' && state !== 'output-error' && state !== 'output-denied';
}

/**
 * What the assistant's message holds of a tool part: the call, and what its provider did with it.
 */
export function toolCallParts(part: Fields): AssistantPart[] {
  const { state, input, rawInput, approval, providerExecuted, errorText, output } = part;
  if (state === 'input-streaming') return [];
  const isError = state === 'output-error';
  const callOptions =
    part['callProviderMetadata'] ?? (isError ? part['resultProviderMetadata'] : undefined);
  const parts: AssistantPart[] = [
    {
      type: 'tool-call',
      ...identity(part),
      input: (isError ? (input ?? rawInput) : input) ?? {},
      ...present({ providerExecuted: flagOf(providerExecuted) }),
      ...optionsOf(callOptions),
    },
  ];
  if (isFields(approval)) parts.push(approvalRequest(part, approval));
  if (providerExecuted === true && (isError || state === 'output-available')) {
    const result: ToolResultOutput = isError
      ? { type: 'error-json', value: (errorText ?? null) as JsonValue }
      : valueOutput(output);
    parts.push(toolResult(part, result, part['resultProviderMetadata'] ?? callOptions));
  }
  return parts;
}

/** What the tool message holds of a tool part. */
export function toolAnswerParts(part: Fields): ToolPart[] {
  const { state, providerExecuted, callProviderMetadata, output, errorText } = part;
  const approval = fieldsOf(part['approval']);
  const { id, approved, reason } = approval;
  const parts: ToolPart[] = [];
  if (typeof approved === 'boolean') {
    parts.push({
      type: 'tool-approval-response',
      approvalId: textOf(id) ?? '',
      approved,
      ...present({ reason: textOf(reason), providerExecuted: flagOf(providerExecuted) }),
    });
  }
  if (state === 'approval-responded' && approved === false) {
    const denied: ToolResultOutput = {
      type: 'execution-denied',
      ...present({ reason: textOf(reason) }),
    };
    parts.push(toolResult(part, denied, callProviderMetadata));
  }
  if (providerExecuted === true) return parts;
  if (state === 'output-denied') {
    const value = textOf(reason) ?? DENIED_TEXT;
    parts.push(toolResult(part, { type: 'error-text', value }, callProviderMetadata));
  } else if (state === 'output-error') {
    const value = textOf(errorText) ?? '';
    parts.push(toolResult(part, { type: 'error-text', value }, callProviderMetadata));
  } else if (state === 'output-available') {
    parts.push(toolResult(part, valueOutput(output), callProviderMetadata));
  }
  return parts;
}

function identity(part: Fields): { toolCallId: string; toolName: string } {
  const { type, toolName, toolCallId } = part;
  const name = type === 'dynamic-tool' ? textOf(toolName) : scalarText(type).slice('tool-'.length);
  return { toolCallId: textOf(toolCallId) ?? '', toolName: name ?? 'unknown' };
}

function approvalRequest(part: Fields, approval: Fields): ToolApprovalRequest {
  const { id, isAutomatic, requestReason, signature, inputSchemaInput } = approval;
  return {
    type: 'tool-approval-request',
    approvalId: textOf(id) ?? '',
    toolCallId: identity(part).toolCallId,
    ...present({
      isAutomatic: flagOf(isAutomatic),
      reason: textOf(requestReason),
      signature: textOf(signature),
      inputSchemaInput,
    }),
  };
}

function toolResult(part: Fields, output: ToolResultOutput, options: unknown): ToolResultPart {
  return { type: 'tool-result', ...identity(part), output, ...optionsOf(options) };
}

function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function valueOutput(output: unknown): ToolResultOutput {
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: (output ?? null) as JsonValue };
}
