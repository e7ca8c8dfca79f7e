import type {
  AssistantPart,
  CustomPart,
  JsonObject,
  ProviderOptions,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultOutput,
} from '@everlong/core';
import { parseArguments } from '@everlong/core/internal';
import {
  contentBlocks,
  type InlinePart,
  textPart,
  toolOutput,
  unknownPart,
  urlPart,
} from './content-parts.js';
import { type Fields, fieldsOf, isFields, listOf, present, textOf } from '../json/json-fields.js';

/**
 * Items of the OpenAI Responses API as message parts; ids and encrypted text in `openai` options.
 */
export function assistantParts(item: Fields): AssistantPart[] {
  switch (item['type']) {
    case 'message':
      return contentBlocks(item['content']).map((part) => outputPart(part, item));
    case 'reasoning':
      return [reasoningPart(item)];
    case 'function_call':
      return [toolCall(item, nameOf(item), parseArguments(item['arguments']))];
    case 'custom_tool_call':
      return [toolCall(item, nameOf(item), item['input'] ?? '')];
    case 'local_shell_call':
      return [toolCall(item, 'local_shell', item['action'] ?? {})];
    default:
      return [customPart(item)];
  }
}

/** The id by which a call is answered; some calls of older versions have only the item's own. */
export function callIdOf(item: Fields): string {
  return textOf(item['call_id']) ?? textOf(item['id']) ?? '';
}

/**
 * The output of an item `…_output`: a text, a list of parts, or an object with its success. Shell
 * and patch tools wrap their text as JSON `{output, metadata}`, which is taken apart.
 */
export function itemOutput({ output }: Fields): { output: ToolResultOutput; metadata: Fields } {
  if (isFields(output)) {
    const { content, success } = output;
    return { output: toolOutput(inputParts(content), success === false), metadata: {} };
  }
  const wrapped = typeof output === 'string' ? fieldsOf(parseArguments(output)) : {};
  const { output: text, metadata } = wrapped;
  if (typeof text !== 'string' || !isFields(metadata)) {
    return { output: toolOutput(inputParts(output), false), metadata: {} };
  }
  return { output: { type: 'text', value: text }, metadata };
}

/** The parts of a message that is not the assistant's: a text, or a list of input parts. */
export function inputParts(content: unknown): InlinePart[] {
  return contentBlocks(content).map((part) => {
    const { type, text, image_url } = fieldsOf(part);
    if (typeof text === 'string') return textPart(text);
    if (type === 'input_image' && typeof image_url === 'string') {
      return urlPart(image_url, 'image/*');
    }
    return unknownPart(part);
  });
}

function nameOf({ name }: Fields): string {
  return textOf(name) ?? 'unknown';
}

function outputPart(part: unknown, { id, phase }: Fields): TextPart {
  const { text, refusal } = fieldsOf(part);
  const content = typeof text === 'string' ? textPart(text) : unknownPart(refusal ?? part);
  return { ...content, ...openaiOptions({ itemId: id, phase }) };
}

function reasoningPart({ id, summary, content, encrypted_content }: Fields): ReasoningPart {
  const shown = listOf(summary).length > 0 ? summary : content;
  const texts = listOf(shown).flatMap((part) => textOf(fieldsOf(part)['text']) ?? []);
  return {
    type: 'reasoning',
    text: texts.join('\n'),
    ...openaiOptions({ itemId: id, reasoningEncryptedContent: encrypted_content }),
  };
}

function toolCall(item: Fields, name: string, input: unknown): ToolCallPart {
  const toolCallId = callIdOf(item);
  const options = openaiOptions({ itemId: item['id'] });
  return { type: 'tool-call', toolCallId, toolName: name, input, ...options };
}

/** An item that has no part of its own, such as a search that the provider made. */
function customPart(item: Fields): CustomPart {
  const type = textOf(item['type']) ?? 'item';
  if (!type.startsWith('compaction')) {
    return { type: 'custom', kind: `openai.${type}`, ...openaiOptions(item) };
  }
  const { id: itemId, encrypted_content: encryptedContent } = item;
  const options = openaiOptions({ type: 'compaction', itemId, encryptedContent });
  return { type: 'custom', kind: 'openai.compaction', ...options };
}

function openaiOptions(fields: Fields): { providerOptions?: ProviderOptions } {
  const openai: JsonObject = present(fields);
  return Object.keys(openai).length === 0 ? {} : { providerOptions: { openai } };
}
