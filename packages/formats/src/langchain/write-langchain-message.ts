import type {
  AssistantMessage,
  AssistantPart,
  ModelMessage,
  ReasoningPart,
  SystemMessage,
  ToolCallPart,
  ToolResultPart,
} from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf, scalarText } from '../json/json-fields.js';
import { keptFields, keptIn, type Optioned } from '../messages/kept-fields.js';
import { kindOf, losePart } from '../messages/lose-part.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { outputText } from '../messages/output-text.js';
import { objectInput } from '../messages/tool-arguments.js';
import { textPart } from '../parts/content-parts.js';
import { writeBlock } from './content-blocks.js';
import { LANGCHAIN } from './envelope.js';

/** A message for LangChain; a tool message becomes one per result. */
export function writeLangChainMessage(message: ModelMessage, losses: LossSink): Fields[] {
  loseOptions(message, undefined, losses);
  const fields = keptFields(message, LANGCHAIN);
  switch (message.role) {
    case 'system':
      return [writeSystem(message)];
    case 'user': {
      const { content } = message;
      const written =
        typeof content === 'string'
          ? content
          : content.map((part, index) => writeBlock(part, losses.at(index)));
      return [{ role: 'user', content: written, ...fields }];
    }
    case 'assistant':
      return [{ ...writeAnswer(message, losses), ...fields }];
    case 'tool':
      return message.content.flatMap((part, index) => {
        if (part.type === 'tool-result') return [writeResult(part, losses.at(index))];
        losses.at(index).lose('approval', part.approvalId);
        return [];
      });
  }
}

function writeSystem(message: SystemMessage): Fields {
  const { list, developer } = keptIn(message, LANGCHAIN);
  return {
    role: developer === true ? 'developer' : 'system',
    content: list === true ? systemBlocks(message) : message.content,
    ...keptFields(message, LANGCHAIN),
  };
}

function systemBlocks(message: SystemMessage): unknown[] {
  const { inner, cachePoints } = keptIn(message, LANGCHAIN);
  return [{ type: 'text', text: message.content, ...fieldsOf(inner) }, ...listOf(cachePoints)];
}

/** Rejoins the blocks of a system message that was split on reading. */
export function joinSystemBlocks(message: ModelMessage, before: Fields | undefined): boolean {
  if (message.role !== 'system' || keptIn(message, LANGCHAIN)['joined'] !== true) return false;
  if (!/^(?:system|developer)$/.test(scalarText(before?.['role']))) return false;
  const content = before?.['content'];
  if (!Array.isArray(content)) return false;
  for (const block of systemBlocks(message)) content.push(block);
  return true;
}

/**
 * Text-only content is written as a string. If there are other blocks, calls are added among them,
 * since not every model reads calls outside the blocks.
 */
function writeAnswer(message: AssistantMessage, losses: LossSink): Fields {
  const isText = typeof message.content === 'string';
  const parts = typeof message.content === 'string' ? [textPart(message.content)] : message.content;
  const { list, text } = keptIn(message, LANGCHAIN);
  const calls = parts.filter(isOwnCall);
  const placed = calls.some((call) => isFields(keptIn(call, LANGCHAIN)['block']));
  const written = parts.map((part, index) => ({
    part,
    losses: isText ? losses : losses.at(index),
    blocks: isOwnCall(part) ? [] : writeAnswerBlocks(part, isText ? losses : losses.at(index)),
  }));
  const blocks = written.flatMap((item) => item.blocks);
  const isRich = blocks.some((block) => !isPlainText(block));
  if (parts.length === 0 && text !== true && list !== true) {
    losses.lose('empty-text', 'a message without content');
  }
  const callFields =
    calls.length === 0 ? {} : { tool_calls: calls.map((call) => writeCall(call, losses)) };
  const isList = list === true || isRich || (blocks.length > 1 && calls.length === 0);
  if (!isList) {
    const content = blocks.map((block) => scalarText(fieldsOf(block)['text'])).join('\n');
    if (blocks.length > 1) losses.lose('boundary', 'texts become one beside calls');
    if (content === '' && blocks.length > 0 && calls.length > 0) losses.lose('empty-text', '""');
    loseOrder(parts, losses);
    return { role: 'assistant', content, ...callFields };
  }
  const content = written.flatMap(({ part, blocks: own }): unknown[] => {
    if (!isOwnCall(part)) return own;
    const { block } = keptIn(part, LANGCHAIN);
    if (isFields(block)) return [callBlock(part, block)];
    const isUnplaced = list === true || placed;
    return isUnplaced ? [] : [callBlock(part, { type: 'tool_use', input: {} })];
  });
  return { role: 'assistant', content, ...callFields };
}

function isOwnCall(part: AssistantPart): part is ToolCallPart {
  return part.type === 'tool-call' && part.providerExecuted !== true;
}

function isPlainText(block: unknown): boolean {
  return fieldsOf(block)['type'] === 'text' && Object.keys(fieldsOf(block)).length === 2;
}

function loseOrder(parts: readonly AssistantPart[], losses: LossSink): void {
  const first = parts.findIndex(isOwnCall);
  const late = parts.findIndex((part, index) => index > first && !isOwnCall(part));
  if (first >= 0 && late >= 0) losses.at(late).lose('order', 'a text after a call');
}

/** A call as a block, with the input that it has now. */
function callBlock(part: ToolCallPart, block: Fields): Fields {
  const field = 'args' in block ? 'args' : 'input';
  const { input } = part;
  const own = isFields(input) ? input : { input };
  const isText = typeof block[field] === 'string';
  return {
    ...block,
    id: part.toolCallId,
    name: part.toolName,
    [field]: isText ? block[field] : own,
  };
}

function writeCall(part: ToolCallPart, losses: LossSink): Fields {
  loseOptions(part, undefined, losses);
  return {
    type: 'tool_call',
    id: part.toolCallId,
    name: part.toolName,
    args: objectInput(part, losses),
    ...fieldsOf(keptIn(part, LANGCHAIN)['inner']),
  };
}

function writeAnswerBlocks(part: AssistantPart, losses: LossSink): unknown[] {
  switch (part.type) {
    case 'text':
      return [writeBlock(part, losses)];
    case 'reasoning':
      return writeThought(part, losses);
    default: {
      const own = (part as Optioned).providerOptions?.[LANGCHAIN];
      if (kindOf(part).startsWith('langchain.') && own !== undefined) return [own];
      const text = losePart(part, losses);
      return text === undefined ? [] : [textBlock(text)];
    }
  }
}

function textBlock(text: string): Fields {
  return { type: 'text', text };
}

/** Thoughts that Anthropic signed, and those read from LangChain. */
function writeThought(part: ReasoningPart, losses: LossSink): unknown[] {
  const { signature, redactedData } = fieldsOf(part.providerOptions?.['anthropic']);
  const { block } = keptIn(part, LANGCHAIN);
  const fields = keptFields(part, LANGCHAIN);
  loseOptions(part, { provider: 'anthropic', options: ['signature', 'redactedData'] }, losses);
  if (typeof redactedData === 'string') {
    return [{ type: 'redacted_thinking', data: redactedData, ...fields }];
  }
  if (typeof signature === 'string' || block === 'thinking') {
    const signed = typeof signature === 'string' ? { signature } : {};
    return [{ type: 'thinking', thinking: part.text, ...signed, ...fields }];
  }
  if (block === 'reasoning') return [{ type: 'reasoning', reasoning: part.text, ...fields }];
  losses.lose('reasoning', 'no model of LangChain made it');
  return [];
}

function writeResult(part: ToolResultPart, losses: LossSink): Fields {
  loseOptions(part, undefined, losses);
  const { noName } = keptIn(part, LANGCHAIN);
  const isError = /^(?:error-|execution-denied)/.test(part.output.type);
  return {
    role: 'tool',
    content: writeOutput(part, losses),
    tool_call_id: part.toolCallId,
    ...(noName === true ? {} : { name: part.toolName }),
    ...(isError ? { status: 'error' } : {}),
    ...keptFields(part, LANGCHAIN),
  };
}

function writeOutput({ output }: ToolResultPart, losses: LossSink): unknown {
  if (output.type === 'content') return output.value.map((item) => writeBlock(item, losses));
  if (output.type === 'execution-denied') {
    losses.lose('result-shape', 'a refusal becomes an error');
  }
  return outputText(output, losses);
}
