import type {
  AssistantPart,
  FilePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '@everlong/core';

import { type Fields, fieldsOf, listOf, textOf, scalarText } from '../json/json-fields.js';
import { textOrJson } from '../json/text-or-json.js';
import { addressPart } from '../messages/address-part.js';
import { keep, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';
import { ANTHROPIC, keepBlock } from './anthropic-options.js';
import { isHostedBlock, readHostedBlock } from './hosted-blocks.js';

/** A block of a user's message or of a result: a text or a file, else its JSON. */
export function readInlineBlock(block: unknown): TextPart | FilePart {
  const fields = fieldsOf(block);
  const { type, text } = fields;
  if (type === 'text' && typeof text === 'string') return readText(fields, text);
  const file = readFile(fields);
  return file ?? blockAsText(block, ANTHROPIC);
}

/** A block of an assistant's message. */
export function readAssistantBlock(block: unknown, names: CallNames): AssistantPart {
  const fields = fieldsOf(block);
  const { type, text, id, name, input, content } = fields;
  if (type === 'text' && typeof text === 'string') return readText(fields, text);
  if (type === 'thinking' || type === 'redacted_thinking') return readThinking(fields);
  if (type === 'tool_use' && typeof id === 'string') {
    const part: ToolCallPart = {
      type: 'tool-call',
      toolCallId: id,
      toolName: textOf(name) ?? 'unknown',
      input: input ?? {},
    };
    return keepBlock(part, fields, 'id', 'name', 'input');
  }
  if (isHostedBlock(fields)) return readHostedBlock(fields, names);
  if (type === 'compaction' && typeof content === 'string') {
    const { signature } = fields;
    const own = { type, signature: textOf(signature) };
    const part = withOptions(textPart(content), ANTHROPIC, own);
    return keepBlock(part, fields, 'content', 'signature');
  }
  const { type: kind, ...rest } = fields;
  const custom: AssistantPart = { type: 'custom', kind: `anthropic.${scalarText(kind)}` };
  return withOptions(custom, ANTHROPIC, rest);
}

/** The result in a `tool_result` block. */
export function readResultBlock(block: unknown, names: CallNames): ToolResultPart {
  const fields = fieldsOf(block);
  const { tool_use_id, content, is_error } = fields;
  const toolCallId = textOf(tool_use_id) ?? '';
  const isError = is_error === true;
  const isList = Array.isArray(content);
  const output: ToolResultPart['output'] = isList
    ? { type: 'content', value: listOf(content).map((item) => readResultContent(item)) }
    : { type: isError ? 'error-text' : 'text', value: textOrJson(content) };
  const part: ToolResultPart = {
    type: 'tool-result',
    toolCallId,
    toolName: names.nameOf(toolCallId),
    output,
  };
  // Only text outputs can be marked as errors.
  const said = isError && !isList ? ['is_error'] : [];
  const kept = keepBlock(part, fields, 'tool_use_id', 'content', ...said);
  return content === undefined ? keep(kept, ANTHROPIC, { absent: true }) : kept;
}

type ResultContent = Extract<ToolResultPart['output'], { type: 'content' }>['value'][number];

function readResultContent(block: unknown): ResultContent {
  return readInlineBlock(block) as ResultContent;
}

function readText(block: Fields, text: string): TextPart {
  const { citations } = block;
  const cited = Array.isArray(citations) ? citations : undefined;
  const part = withOptions(textPart(text), ANTHROPIC, { citations: cited });
  return keepBlock(part, block, 'text', ...(cited === undefined ? [] : ['citations']));
}

function readThinking(block: Fields): ReasoningPart {
  const { type, thinking, signature, data } = block;
  if (type === 'redacted_thinking') {
    const part: ReasoningPart = { type: 'reasoning', text: '' };
    return keepBlock(withOptions(part, ANTHROPIC, { redactedData: data }), block, 'data');
  }
  const part: ReasoningPart = { type: 'reasoning', text: textOf(thinking) ?? '' };
  return keepBlock(withOptions(part, ANTHROPIC, { signature }), block, 'thinking', 'signature');
}

/** Images and documents; `undefined` for those that no file part can hold. */
function readFile(block: Fields): FilePart | undefined {
  const { type, source, title, context, citations } = block;
  if (type !== 'image' && type !== 'document') return undefined;
  const data = readSource(fieldsOf(source), type === 'image' ? 'image/*' : 'application/pdf');
  if (data === undefined) return undefined;
  const known = ['source'];
  const named = type === 'document' && typeof title === 'string' ? { filename: title } : {};
  if ('filename' in named) known.push('title');
  if (typeof context === 'string') known.push('context');
  if (fieldsOf(citations)['enabled'] !== undefined) known.push('citations');
  const own = {
    context: known.includes('context') ? context : undefined,
    citations: known.includes('citations') ? citations : undefined,
  };
  return keepBlock(withOptions({ ...data, ...named }, ANTHROPIC, own), block, ...known);
}

function readSource(source: Fields, kind: string): FilePart | undefined {
  const { type, data, media_type, url, file_id } = source;
  const mediaType = textOf(media_type) ?? kind;
  if (type === 'base64' && typeof data === 'string') {
    return { type: 'file', data: { type: 'data', data }, mediaType };
  }
  if (type === 'text' && typeof data === 'string') {
    return { type: 'file', data: { type: 'text', text: data }, mediaType };
  }
  if (type === 'url' && typeof url === 'string') return addressPart(url, kind, ANTHROPIC);
  if (type !== 'file' || typeof file_id !== 'string') return undefined;
  return {
    type: 'file',
    data: { type: 'reference', reference: { anthropic: file_id } },
    mediaType: kind,
  };
}
