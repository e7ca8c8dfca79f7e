import type {
  AssistantPart,
  FilePart,
  JsonValue,
  ModelMessage,
  TextPart,
  ToolResultOutput,
  ToolResultPart,
} from '@everlong/core';

import type { ManagedUiMessage, UiPart } from './managed-message.js';

/**
 * What a model would see of a UI message, for counting and summarizing: each step of an assistant
 * message as an assistant message and, if it called tools, a tool message. Knows the tool parts of
 * AI SDK 5, 6 and 7 (`tool-<name>`, `dynamic-tool`) and of version 4 (`tool-invocation`).
 */
export function uiModelMessages({ role, parts }: ManagedUiMessage): ModelMessage[] {
  if (role === 'system') {
    return [{ role, content: parts.map((part) => readPart(part).text ?? '').join('') }];
  }
  if (role === 'user') {
    const content = parts.flatMap(spokenPart);
    return content.length === 0 ? [] : [{ role, content }];
  }
  return stepsOf(parts).flatMap(stepMessages);
}

/** Whether a part is a call of a tool, with or without its result. */
export function isToolPart({ type }: UiPart): boolean {
  return type.startsWith('tool-') || type === 'dynamic-tool';
}

/** A tool call, wherever a version of the SDK keeps its fields. */
export interface UiToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
  state: string;
  output: unknown;
  errorText: string | undefined;
}

export function readToolPart(part: UiPart): UiToolCall {
  const fields = part as UiPart & Partial<UiToolCall> & { toolInvocation?: OldInvocation };
  const { toolInvocation: old } = fields;
  const name = part.type === 'dynamic-tool' ? fields.toolName : part.type.slice('tool-'.length);
  return {
    toolCallId: fields.toolCallId ?? old?.toolCallId ?? '',
    toolName: old?.toolName ?? name ?? 'unknown',
    input: fields.input ?? old?.args ?? {},
    state: fields.state ?? (old?.state === 'result' ? 'output-available' : 'input-available'),
    output: fields.output ?? old?.result,
    errorText: fields.errorText,
  };
}

interface OldInvocation {
  toolCallId?: string;
  toolName?: string;
  args?: unknown;
  state?: string;
  result?: unknown;
}

function stepsOf(parts: readonly UiPart[]): UiPart[][] {
  const steps: UiPart[][] = [[]];
  let answered = false;
  for (const part of parts) {
    const speaks = part.type === 'text' || part.type === 'reasoning';
    if (part.type === 'step-start' || (speaks && answered)) {
      steps.push([]);
      answered = false;
    }
    answered ||= isToolPart(part);
    steps.at(-1)?.push(part);
  }
  return steps;
}

function stepMessages(parts: readonly UiPart[]): ModelMessage[] {
  const content: AssistantPart[] = [];
  const results: ToolResultPart[] = [];
  for (const part of parts) {
    if (!isToolPart(part)) {
      content.push(...assistantPart(part));
      continue;
    }
    const call = readToolPart(part);
    const { toolCallId, toolName, input } = call;
    content.push({ type: 'tool-call', toolCallId, toolName, input });
    const output = outputOf(call);
    if (output !== undefined) results.push({ type: 'tool-result', toolCallId, toolName, output });
  }
  const messages: ModelMessage[] = content.length === 0 ? [] : [{ role: 'assistant', content }];
  return results.length === 0 ? messages : [...messages, { role: 'tool', content: results }];
}

function outputOf({ state, output, errorText }: UiToolCall): ToolResultOutput | undefined {
  switch (state) {
    case 'output-available':
      return typeof output === 'string'
        ? { type: 'text', value: output }
        : { type: 'json', value: (output ?? null) as JsonValue };
    case 'output-error':
      return { type: 'error-text', value: errorText ?? 'error' };
    case 'output-denied':
      return { type: 'execution-denied' };
    default:
      return undefined;
  }
}

function assistantPart(part: UiPart): AssistantPart[] {
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: readPart(part).text ?? '' }];
  return spokenPart(part);
}

function spokenPart(part: UiPart): (TextPart | FilePart)[] {
  const { text = '', url = '', mediaType, filename } = readPart(part);
  if (part.type === 'text') return [{ type: 'text', text }];
  if (part.type !== 'file') return [];
  const named = filename === undefined ? {} : { filename };
  const data = URL.canParse(url) ? new URL(url) : url;
  return [{ type: 'file', data, mediaType: mediaType ?? 'application/octet-stream', ...named }];
}

interface UiFields {
  text?: string;
  url?: string;
  mediaType?: string;
  filename?: string;
}

function readPart(part: UiPart): UiFields {
  return part as UiPart & UiFields;
}
