import type { ModelMessage, ToolResultPart } from '@everlong/core';

import { type Fields, fieldsOf, scalarText } from '../json/json-fields.js';
import { keptFields, keptIn } from '../messages/kept-fields.js';
import { loseOptions, lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import { loseErrorFlag, outputText } from '../messages/output-text.js';
import { writtenCallId } from '../messages/written-call-id.js';
import { textPart } from '../parts/content-parts.js';
import { RESPONSES } from './read-input-part.js';
import type { OpenAIResponsesItem } from './responses-item.js';
import { CALL_ID, type CallTypes, callTypes } from './call-types.js';
import { writeAnswerItems } from './write-answer-items.js';
import { writeInputPart } from './write-input-part.js';

/** An item, and where to report that it was dropped. */
interface Placed {
  item: Fields;
  losses: LossSink;
}

/** Items for the Responses API: any number for a message. */
export function writeResponsesItems(
  messages: readonly ModelMessage[],
  options: WriteOptions,
  offset = 0,
): OpenAIResponsesItem[] {
  const written: Placed[] = [];
  const types = callTypes(messages);
  let isAnswer = false;
  for (const [index, message] of messages.entries()) {
    const losses = lossSink(RESPONSES, options, index + offset);
    const last = written.at(-1)?.item;
    if (last !== undefined && joinSystemParts(message, last)) continue;
    const items = writeMessage(message, types, losses);
    if (items.length === 0) continue;
    if (isAnswer && message.role === 'assistant') {
      losses.lose('boundary', 'it joins the message before');
    }
    isAnswer = message.role === 'assistant';
    written.push(...items.map((item) => ({ item, losses })));
  }
  return withoutLooseReasoning(written) as unknown as OpenAIResponsesItem[];
}

/** The API takes reasoning back only right in front of the message or call that it led to. */
function withoutLooseReasoning(written: readonly Placed[]): Fields[] {
  const kept: Fields[] = [];
  for (const [index, { item, losses }] of written.entries()) {
    const next = written[index + 1];
    const isLoose =
      item['type'] === 'reasoning' &&
      (next === undefined || isInput(next.item) || next.item['type'] === 'reasoning');
    if (isLoose) losses.lose('reasoning', 'what it led to does not follow');
    else kept.push(item);
  }
  return kept;
}

function isInput({ type, role }: Fields): boolean {
  return scalarText(type).endsWith('_output') || (role !== undefined && role !== 'assistant');
}

function writeMessage(message: ModelMessage, types: CallTypes, losses: LossSink): Fields[] {
  loseOptions(message, undefined, losses);
  const { content } = message;
  if (content.length === 0 && typeof content !== 'string') {
    losses.lose('empty-text', 'a message without content');
  }
  const fields = keptFields(message, RESPONSES);
  switch (message.role) {
    case 'system': {
      const { role = 'system', list, inner } = keptIn(message, RESPONSES);
      const text = { type: 'input_text', text: message.content, ...fieldsOf(inner) };
      return [{ role, content: list === true ? [text] : message.content, ...fields }];
    }
    case 'user': {
      const parts =
        typeof message.content === 'string'
          ? message.content
          : message.content.map((part, index) => writeInputPart(part, losses.at(index)));
      return [{ role: 'user', content: parts.length === 0 ? '' : parts, ...fields }];
    }
    case 'assistant': {
      const parts =
        typeof message.content === 'string' ? [textPart(message.content)] : message.content;
      return writeAnswerItems(parts, types, losses);
    }
    case 'tool':
      return message.content.flatMap((part, index) => {
        if (part.type === 'tool-result') return [writeResult(part, types, losses.at(index))];
        losses.at(index).lose('approval', part.approvalId);
        return [];
      });
  }
}

/** Rejoins the parts of a system message that was split on reading. */
function joinSystemParts(message: ModelMessage, before: Fields): boolean {
  const { joined, inner } = keptIn(message, RESPONSES);
  const { role, content } = before;
  if (message.role !== 'system' || joined !== true) return false;
  if ((role !== 'system' && role !== 'developer') || !Array.isArray(content)) return false;
  content.push({ type: 'input_text', text: message.content, ...fieldsOf(inner) });
  return true;
}

function writeResult(part: ToolResultPart, types: CallTypes, losses: LossSink): Fields {
  loseOptions(part, undefined, losses);
  const { item: read } = keptIn(part, RESPONSES);
  const called = types.get(part.toolCallId);
  const type = called === undefined ? (read ?? 'function_call_output') : `${called}_output`;
  const isFunction = /^(?:function|custom_tool)_/.test(scalarText(type));
  const isSame = read === undefined || read === type;
  if (!isSame) losses.lose('fields', `${scalarText(read)} becomes ${scalarText(type)}`);
  return {
    type,
    call_id: writtenCallId(part.toolCallId, CALL_ID, losses),
    output: writeOutput(part, isFunction, losses),
    ...(isSame ? keptFields(part, RESPONSES) : {}),
  };
}

function writeOutput({ output }: ToolResultPart, isFunction: boolean, losses: LossSink): unknown {
  loseErrorFlag(output, losses);
  if (output.type !== 'content') {
    const isJson = output.type === 'json' || output.type === 'error-json';
    return isJson && !isFunction ? output.value : outputText(output, losses);
  }
  if (output.value.length > 0) return output.value.map((item) => writeInputPart(item, losses));
  losses.lose('result-shape', 'a result without content');
  return '';
}
