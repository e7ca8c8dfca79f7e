import {
  type AssistantPart,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { type Fields, fieldsOf, listOf, scalarText } from '../json/json-fields.js';
import { keptFields, keptIn, type Optioned } from '../messages/kept-fields.js';
import { kindOf, losePart } from '../messages/lose-part.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { argumentsText, textInput } from '../messages/tool-arguments.js';
import { blockOfText } from '../messages/unknown-block.js';
import { writtenCallId } from '../messages/written-call-id.js';
import { CALL_ID, type CallTypes } from './call-types.js';
import { RESPONSES } from './read-input-part.js';

/** The items of an assistant's message, in the order of its parts. */
export function writeAnswerItems(
  parts: readonly AssistantPart[],
  types: CallTypes,
  losses: LossSink,
): Fields[] {
  const items: Fields[] = [];
  let before: AssistantPart | undefined;
  for (const [index, part] of parts.entries()) {
    const open = items.at(-1);
    const joins = open !== undefined && before !== undefined && isOneItem(before, part);
    if (joins && part.type === 'text') {
      listIn(open, 'content').push(answerPart(part, losses.at(index)));
    } else if (joins && part.type === 'reasoning') {
      loseOptions(part, ownReasoning, losses.at(index));
      listIn(open, fromOf(open)).push(thoughtPart(part, fromOf(open)));
    } else {
      items.push(...writeItem(part, types, losses.at(index)));
    }
    before = part;
  }
  return items;
}

/** Whether two neighbouring parts were read from one item, or have its id. */
function isOneItem(before: AssistantPart, part: AssistantPart): boolean {
  if (before.type !== part.type) return false;
  const idOf = (item: AssistantPart): unknown => ownOptions(item)['itemId'];
  const isSame = idOf(part) !== undefined && idOf(part) === idOf(before);
  return keptIn(part as Optioned, RESPONSES)['joined'] === true || isSame;
}

function listIn(item: Fields, field: string): unknown[] {
  return listOf(item[field]) as unknown[];
}

function fromOf(item: Fields): string {
  return Array.isArray(item['content']) ? 'content' : 'summary';
}

function ownOptions(part: Optioned | AssistantPart): Fields {
  return fieldsOf((part as Optioned).providerOptions?.['openai']);
}

function writeItem(part: AssistantPart, types: CallTypes, losses: LossSink): Fields[] {
  switch (part.type) {
    case 'text':
      return [writeAnswer(part, losses)];
    case 'reasoning':
      return writeReasoning(part, losses);
    case 'tool-call':
      if (part.providerExecuted !== true) return [writeCall(part, types, losses)];
      break;
    default: {
      const kind = kindOf(part);
      if (kind.startsWith('openai.')) return [writeCustom(kind, part as Optioned)];
    }
  }
  const text = losePart(part, losses);
  return text === undefined ? [] : [plainAnswer(text)];
}

/** An answer as callers write it themselves. */
function plainAnswer(content: string): Fields {
  return { role: 'assistant', content };
}

function writeAnswer(part: TextPart, losses: LossSink): Fields {
  const { native, plain, item } = keptIn(part, RESPONSES);
  const { itemId, phase } = ownOptions(part);
  const known = {
    ...definedFields({ id: itemId, phase }),
  };
  if (native !== true && itemId === undefined) {
    loseOptions(part, { provider: 'openai', options: ['phase'] }, losses);
    return { ...plainAnswer(part.text), ...known };
  }
  const content = answerPart(part, losses);
  const head = native === true ? fieldsOf(item) : { type: 'message', status: 'completed' };
  return {
    ...head,
    role: 'assistant',
    ...known,
    content: plain === true ? part.text : [content],
  };
}

function answerPart(part: TextPart, losses: LossSink): Fields {
  loseOptions(part, { provider: 'openai', options: ['itemId', 'phase'] }, losses);
  const block = blockOfText(part, RESPONSES);
  if (block !== undefined) return block;
  const { native, joined, refusal, inner } = keptIn(part, RESPONSES);
  if (refusal === true) return { type: 'refusal', refusal: part.text, ...fieldsOf(inner) };
  const isRead = native === true || joined === true;
  const noted = isRead ? fieldsOf(inner) : { annotations: [] };
  return { type: 'output_text', text: part.text, ...noted };
}

const ownReasoning = { provider: 'openai', options: ['itemId', 'reasoningEncryptedContent'] };

function writeReasoning(part: ReasoningPart, losses: LossSink): Fields[] {
  const { native, item, from = 'summary' } = keptIn(part, RESPONSES);
  const { itemId: given, reasoningEncryptedContent: encrypted } = ownOptions(part);
  loseOptions(part, ownReasoning, losses);
  const itemId = native === true || scalarText(given).startsWith('rs_') ? given : undefined;
  if (native !== true && itemId === undefined && typeof encrypted !== 'string') {
    losses.lose('reasoning', 'OpenAI did not make it');
    return [];
  }
  const isSaid = native === true ? from !== 'nothing' : part.text !== '';
  const field = from === 'content' ? 'content' : 'summary';
  return [
    {
      type: 'reasoning',
      ...(itemId === undefined ? {} : { id: itemId }),
      summary: [],
      ...fieldsOf(item),
      [field]: isSaid ? [thoughtPart(part, field)] : [],
      ...(typeof encrypted === 'string' ? { encrypted_content: encrypted } : {}),
    },
  ];
}

function thoughtPart(part: ReasoningPart, field: string): Fields {
  const type = field === 'content' ? 'reasoning_text' : 'summary_text';
  return { type, text: part.text, ...fieldsOf(keptIn(part, RESPONSES)['inner']) };
}

function writeCall(part: ToolCallPart, types: CallTypes, losses: LossSink): Fields {
  loseOptions(part, { provider: 'openai', options: ['itemId'] }, losses);
  const { item: read = 'function_call', noCallId } = keptIn(part, RESPONSES);
  const callId = writtenCallId(part.toolCallId, CALL_ID, losses);
  const type = types.get(part.toolCallId) ?? read;
  if (type !== read) {
    losses.lose('fields', `${scalarText(read)} becomes ${scalarText(type)}`);
    return { type, call_id: callId, name: part.toolName, arguments: argumentsText(part) };
  }
  const { itemId } = ownOptions(part);
  const head = {
    type,
    ...(itemId === undefined ? {} : { id: itemId }),
    ...(noCallId === true ? {} : { call_id: callId }),
  };
  const fields = keptFields(part, RESPONSES);
  if (type === 'function_call') {
    if (typeof part.input === 'string') losses.lose('arguments', 'a text becomes a JSON string');
    return { ...head, name: part.toolName, arguments: argumentsText(part), ...fields };
  }
  if (type === 'custom_tool_call') {
    return { ...head, name: part.toolName, input: textInput(part), ...fields };
  }
  return { ...head, ...fieldsOf(part.input), ...fields };
}

function writeCustom(kind: string, part: Optioned): Fields {
  const type = kind.slice('openai.'.length);
  const own = ownOptions(part);
  if (type !== 'compaction') return { type, ...own };
  const { itemId, encryptedContent } = own;
  return {
    type,
    ...definedFields({ id: itemId, encrypted_content: encryptedContent }),
    ...keptFields(part, RESPONSES),
  };
}
