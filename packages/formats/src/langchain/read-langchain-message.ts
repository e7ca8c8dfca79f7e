import type {
  AssistantPart,
  ModelMessage,
  SystemMessage,
  ToolCallPart,
  ToolResultContent,
  ToolResultPart,
} from '@everlong/core';

import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  textOf,
  scalarText,
} from '../json/json-fields.js';
import { isSameJson } from '../json/same-json.js';
import { textOrJson } from '../json/text-or-json.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { keepArguments, readArguments } from '../messages/tool-arguments.js';
import { textPart } from '../parts/content-parts.js';
import { withCachePoints } from './cache-point.js';
import { readBlock } from './content-blocks.js';
import { LANGCHAIN, type Opened } from './envelope.js';

/** A message of LangChain. */
export function readLangChainMessage({ role, fields }: Opened, names: CallNames): ModelMessage[] {
  switch (role) {
    case 'user': {
      const { content } = fields;
      const read = Array.isArray(content) ? content.map(readBlock) : textOrJson(content);
      const kept = { fields: otherFields(fields, 'content') };
      return [keep({ role, content: read }, LANGCHAIN, kept)];
    }
    case 'assistant':
      return [readAnswer(fields, names)];
    case 'tool':
      return [{ role, content: [readResult(fields, names)] }];
    default:
      return readSystem(fields, role);
  }
}

function readSystem(fields: Fields, role: string): SystemMessage[] {
  const { content } = fields;
  const kept = {
    fields: otherFields(fields, 'content'),
    ...(role === 'developer' ? { developer: true } : {}),
  };
  if (!Array.isArray(content)) {
    return [keep({ role: 'system', content: textOrJson(content) }, LANGCHAIN, kept)];
  }
  return withCachePoints(content).map(({ block, cachePoints }, index) => {
    const inner = typeof block === 'string' ? { text: block } : fieldsOf(block);
    const message: SystemMessage = { role: 'system', content: textOrJson(inner['text']) };
    return keep(message, LANGCHAIN, {
      inner: otherFields(inner, 'type', 'text'),
      ...(cachePoints.length === 0 ? {} : { cachePoints }),
      ...(index === 0 ? { ...kept, list: true } : { joined: true }),
    });
  });
}

function readAnswer(fields: Fields, names: CallNames): ModelMessage {
  const { content } = fields;
  const calls = callsOf(fields).map((call) => readCall(fieldsOf(call), fields, names));
  const blocks = Array.isArray(content) ? content : content ? [content] : [];
  const placed = new Set<string>();
  const parts = blocks.flatMap((block): AssistantPart[] => {
    const call = calls.find(({ toolCallId }) => isBlockOf(block, toolCallId));
    if (call === undefined)
      return [Array.isArray(content) ? readAnswerBlock(block) : textPart(textOrJson(block))];
    placed.add(call.toolCallId);
    return [keep(call, LANGCHAIN, { block: fieldsOf(block) })];
  });
  const others = calls.filter(({ toolCallId }) => !placed.has(toolCallId));
  const isList = Array.isArray(content);
  const known = ['content', ...(calls.length > 0 ? ['tool_calls'] : [])];
  const all = [...parts, ...others];
  const said = !isList && all.length === 0 ? textOrJson(content) : all;
  return keep({ role: 'assistant', content: said }, LANGCHAIN, {
    fields: otherFields(fields, ...known),
    ...(isList ? { list: true } : { text: true }),
  });
}

/** The calls of an answer, or as OpenAI wrote them where LangChain did not take them over yet. */
function callsOf({ tool_calls, additional_kwargs }: Fields): readonly unknown[] {
  const calls = listOf(tool_calls);
  if (calls.length > 0) {
    return calls.map((call) => (isFields(fieldsOf(call)['function']) ? openAiCall(call) : call));
  }
  const { tool_calls: raw, function_call } = fieldsOf(additional_kwargs);
  const legacy: Fields[] = isFields(function_call) ? [{ function: function_call }] : [];
  return (Array.isArray(raw) ? raw : legacy).map(openAiCall);
}

function openAiCall(call: unknown): Fields {
  const { id, function: called } = fieldsOf(call);
  const { name, arguments: text } = fieldsOf(called);
  const { input } = typeof text === 'string' ? readArguments(text) : { input: text };
  return { id, name, args: input };
}

/** Some models repeat their calls as content blocks. */
function isBlockOf(block: unknown, toolCallId: string): boolean {
  const { type, id } = fieldsOf(block);
  return (type === 'tool_use' || type === 'tool_call') && id === toolCallId;
}

function readAnswerBlock(block: unknown): AssistantPart {
  const fields = fieldsOf(block);
  const { type, thinking, signature, data, reasoning } = fields;
  if (type === 'thinking' && typeof thinking === 'string') {
    const part: AssistantPart = { type: 'reasoning', text: thinking };
    const known = ['type', 'thinking', ...(typeof signature === 'string' ? ['signature'] : [])];
    const signed = withOptions(part, 'anthropic', { signature: textOf(signature) });
    return keep(signed, LANGCHAIN, { block: 'thinking', fields: otherFields(fields, ...known) });
  }
  if (type === 'redacted_thinking' && typeof data === 'string') {
    const part: AssistantPart = { type: 'reasoning', text: '' };
    return keep(withOptions(part, 'anthropic', { redactedData: data }), LANGCHAIN, {
      fields: otherFields(fields, 'type', 'data'),
    });
  }
  if (type === 'reasoning' && typeof reasoning === 'string') {
    const part: AssistantPart = { type: 'reasoning', text: reasoning };
    const kept = { block: 'reasoning', fields: otherFields(fields, 'type', 'reasoning') };
    return keep(part, LANGCHAIN, kept);
  }
  if (typeof block === 'string' || type === 'text') return readBlock(block);
  const custom: AssistantPart = { type: 'custom', kind: `langchain.${scalarText(type)}` };
  return withOptions(custom, LANGCHAIN, fields);
}

function readCall(call: Fields, message: Fields, names: CallNames): ToolCallPart {
  const { id, name, args } = call;
  const toolCallId = textOf(id) ?? names.newId();
  const input = args ?? {};
  const part: ToolCallPart = {
    type: 'tool-call',
    toolCallId,
    toolName: textOf(name) ?? 'unknown',
    input,
  };
  const text = argumentsOf(message, toolCallId);
  const read = text === undefined ? undefined : readArguments(text);
  const isSame = read !== undefined && isSameJson(read.input, input);
  return keep(keepArguments(part, isSame ? read.text : undefined), LANGCHAIN, {
    inner: otherFields(call, 'id', 'name', 'args', 'type'),
  });
}

/** The text of a call's arguments, where the message still has what the API wrote. */
function argumentsOf({ additional_kwargs }: Fields, toolCallId: string): string | undefined {
  const raw = listOf(fieldsOf(additional_kwargs)['tool_calls'])
    .map(fieldsOf)
    .find(({ id }) => id === toolCallId);
  const { arguments: text } = fieldsOf(raw?.['function']);
  return typeof text === 'string' ? text : undefined;
}

function readResult(fields: Fields, names: CallNames): ToolResultPart {
  const { content, tool_call_id, name, status } = fields;
  const toolCallId = textOf(tool_call_id) ?? names.answer(textOf(name));
  const isError = status === 'error';
  const isList = Array.isArray(content);
  const known = names.nameOf(toolCallId);
  const output: ToolResultPart['output'] = isList
    ? { type: 'content', value: content.map((block) => readBlock(block) as ToolResultContent) }
    : { type: isError ? 'error-text' : 'text', value: textOrJson(content) };
  const part: ToolResultPart = {
    type: 'tool-result',
    toolCallId,
    toolName: textOf(name) ?? known,
    output,
  };
  const said = isError && !isList ? ['status'] : [];
  const isNamed = typeof name === 'string';
  return keep(part, LANGCHAIN, {
    fields: otherFields(fields, 'content', 'tool_call_id', ...(isNamed ? ['name'] : []), ...said),
    ...(isNamed ? {} : { noName: true }),
    ...(isFields(content) ? { object: true } : {}),
  });
}
