import type {
  AssistantPart,
  JsonValue,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultContent,
  ToolResultOutput,
  ToolResultPart,
} from '@everlong/core';

import { type Fields, fieldsOf, listOf, scalarText, textOf } from '../json/json-fields.js';
import { textOrJson } from '../json/text-or-json.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { keepArguments, readArguments } from '../messages/tool-arguments.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';
import { readInputParts, RESPONSES } from './read-input-part.js';

/** Calls that the client answers with an item of the same type plus `_output`. */
const clientCalls =
  /^(?:function_call|custom_tool_call|computer_call|local_shell_call|shell_call|apply_patch_call)$/;

/** Whether an item is the result of a call that the client answers. */
export function isOutputItem(type: string): boolean {
  return type.endsWith('_output') && clientCalls.test(type.slice(0, -'_output'.length));
}

/** The parts of an assistant's message that an item is. */
export function readAssistantItem(item: Fields, type: string): AssistantPart[] {
  if (type === 'message') return readAnswer(item);
  if (type === 'reasoning') return readReasoning(item);
  if (clientCalls.test(type)) return [readCall(item, type)];
  if (type === 'compaction') {
    const { id, encrypted_content } = item;
    const own = { type, itemId: id, encryptedContent: encrypted_content };
    const part = withOptions(
      { type: 'custom' as const, kind: 'openai.compaction' as const },
      'openai',
      own,
    );
    return [
      keep(part, RESPONSES, { fields: otherFields(item, 'type', 'id', 'encrypted_content') }),
    ];
  }
  const { type: _type, ...fields } = item;
  return [withOptions({ type: 'custom', kind: `openai.${type}` }, 'openai', fields)];
}

/** A message of the model: a text for each of its parts. */
function readAnswer(item: Fields): TextPart[] {
  const { id, content, phase } = item;
  const isPlain = typeof content === 'string';
  const parts = isPlain ? [{ type: 'output_text', text: content }] : listOf(content);
  const itemId = textOf(id);
  const known = ['role', 'content', ...(itemId === undefined ? [] : ['id'])];
  const phased = typeof phase === 'string' ? phase : undefined;
  if (phased !== undefined) known.push('phase');
  return parts.map((value, index) => {
    const part = withOptions(readAnswerPart(value), 'openai', {
      itemId,
      phase: index === 0 ? phased : undefined,
    });
    const first = {
      native: true,
      item: otherFields(item, ...known),
      ...(isPlain ? { plain: true } : {}),
    };
    return keep(part, RESPONSES, index === 0 ? first : { joined: true });
  });
}

function readAnswerPart(value: unknown): TextPart {
  const fields = fieldsOf(value);
  const { type, text, refusal } = fields;
  if (type === 'refusal' && typeof refusal === 'string') {
    const inner = otherFields(fields, 'refusal', 'type');
    return keep(textPart(refusal), RESPONSES, { inner, refusal: true });
  }
  // OpenAI names an answer's text `output_text`; other servers use the names for the user's texts.
  const isText =
    typeof text === 'string' && /^(?:output_text|input_text|text)$/.test(scalarText(type));
  if (!isText) return blockAsText(value, RESPONSES);
  const known = ['text', ...(type === 'output_text' ? ['type'] : [])];
  return keep(textPart(text), RESPONSES, { inner: otherFields(fields, ...known) });
}

/** A reasoning item: a part for each part of its summary, the first with what is encrypted. */
function readReasoning(item: Fields): ReasoningPart[] {
  const { id, summary, content, encrypted_content } = item;
  const from = listOf(summary).length > 0 || listOf(content).length === 0 ? 'summary' : 'content';
  const texts = listOf(item[from]);
  const itemId = textOf(id);
  const encrypted = textOf(encrypted_content);
  const known = ['type', from];
  if (from === 'content' && Array.isArray(summary)) known.push('summary');
  if (itemId !== undefined) known.push('id');
  if (encrypted !== undefined) known.push('encrypted_content');
  return (texts.length === 0 ? [undefined] : texts).map((value, index) => {
    const fields = fieldsOf(value);
    const part: ReasoningPart = { type: 'reasoning', text: textOrJson(fields['text']) };
    const own = { itemId, reasoningEncryptedContent: index === 0 ? encrypted : undefined };
    const first = {
      native: true,
      from: texts.length === 0 ? 'nothing' : from,
      item: otherFields(item, ...known),
    };
    return keep(withOptions(part, 'openai', own), RESPONSES, {
      inner: otherFields(fields, 'type', 'text'),
      ...(index === 0 ? first : { joined: true }),
    });
  });
}

function readCall(item: Fields, type: string): ToolCallPart {
  const { id, call_id, name, arguments: args, input } = item;
  const itemId = textOf(id);
  const known = ['type', 'call_id', ...(itemId === undefined ? [] : ['id'])];
  const toolCallId = textOf(call_id) ?? itemId ?? '';
  const base = { type: 'tool-call' as const, toolCallId };
  const marks = typeof call_id === 'string' ? {} : { noCallId: true };
  if (type === 'function_call') {
    const read = typeof args === 'string' ? readArguments(args) : { input: args ?? {} };
    const part = { ...base, toolName: textOf(name) ?? 'unknown', input: read.input };
    const fields = otherFields(item, ...known, 'name', 'arguments');
    const kept = keepArguments(part, 'text' in read ? read.text : undefined);
    return keep(withOptions(kept, 'openai', { itemId }), RESPONSES, { ...marks, fields });
  }
  if (type === 'custom_tool_call') {
    const part = { ...base, toolName: textOf(name) ?? 'unknown', input: textOrJson(input) };
    const fields = otherFields(item, ...known, 'name', 'input');
    return keep(withOptions(part, 'openai', { itemId }), RESPONSES, {
      ...marks,
      fields,
      item: type,
    });
  }
  const toolName = type.slice(0, -'_call'.length);
  const part = { ...base, toolName, input: otherFields(item, ...known) };
  return keep(withOptions(part, 'openai', { itemId }), RESPONSES, { ...marks, item: type });
}

/** The result of a call. */
export function readOutputItem(item: Fields, type: string, names: CallNames): ToolResultPart {
  const { call_id, output } = item;
  const toolCallId = textOf(call_id) ?? '';
  const part: ToolResultPart = {
    type: 'tool-result',
    toolCallId,
    toolName: names.nameOf(toolCallId),
    output: readOutput(output, /^(?:function|custom_tool)_/.test(type)),
  };
  return keep(part, RESPONSES, {
    fields: otherFields(item, 'type', 'call_id', 'output'),
    ...(type === 'function_call_output' ? {} : { item: type }),
  });
}

function readOutput(output: unknown, isFunction: boolean): ToolResultOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  if (isFunction && Array.isArray(output)) {
    return { type: 'content', value: readInputParts(output) as ToolResultContent[] };
  }
  return { type: 'json', value: (output ?? null) as JsonValue };
}
