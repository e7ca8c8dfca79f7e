import type {
  AssistantMessage,
  AssistantPart,
  ModelMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserPart,
} from '@everlong/core';

import { fieldsOf, isFields } from '../json/json-fields.js';
import { partText, fileView } from '../messages/file-view.js';
import { keptFields, keptIn } from '../messages/kept-fields.js';
import { losePart } from '../messages/lose-part.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import { loseErrorFlag, outputText } from '../messages/output-text.js';
import { argumentsText, textInput } from '../messages/tool-arguments.js';
import { writtenCallId } from '../messages/written-call-id.js';
import { textPart } from '../parts/content-parts.js';
import type {
  OpenAIChatAssistantMessage,
  OpenAIChatMessage,
  OpenAIChatTextPart,
  OpenAIChatToolCall,
  OpenAIChatToolMessage,
} from './chat-message.js';
import { OPENAI_CHAT } from './read-chat-part.js';
import { writeTextPart, writeUserPart } from './write-chat-part.js';

/** The ids of calls that the API takes. */
const CALL_ID = /^.{1,40}$/s;

/** A message for the Chat Completions API; a tool message becomes one per result. */
export function writeChatMessage(message: ModelMessage, losses: LossSink): OpenAIChatMessage[] {
  loseOptions(message, undefined, losses);
  switch (message.role) {
    case 'system': {
      const { role, list, inner } = keptIn(message, OPENAI_CHAT);
      const text: OpenAIChatTextPart = { type: 'text', text: message.content, ...fieldsOf(inner) };
      const content = list === true ? [text] : message.content;
      const written = { role: role === 'developer' ? role : message.role, content } as const;
      return [{ ...written, ...keptFields(message, OPENAI_CHAT) }];
    }
    case 'user': {
      const { role } = message;
      if (message.content.length === 0 && typeof message.content !== 'string') {
        losses.lose('empty-text', 'a message without content');
      }
      const content =
        typeof message.content === 'string'
          ? message.content
          : message.content.map((part, index) => writeUserPart(part, losses.at(index)));
      const written = content.length === 0 ? '' : content;
      return [{ role, content: written, ...keptFields(message, OPENAI_CHAT) }];
    }
    case 'assistant':
      return [writeAssistant(message, losses)];
    case 'tool':
      return writeResults(message, losses);
  }
}

/** Rejoins the parts of a system message that was split on reading. */
export function joinSystemParts(
  message: ModelMessage,
  written: readonly OpenAIChatMessage[],
): boolean {
  const before = written.at(-1);
  if (message.role !== 'system' || keptIn(message, OPENAI_CHAT)['joined'] !== true) return false;
  if (before?.role !== 'system' && before?.role !== 'developer') return false;
  if (typeof before.content === 'string') return false;
  const { inner } = keptIn(message, OPENAI_CHAT);
  before.content.push({ type: 'text', text: message.content, ...fieldsOf(inner) });
  return true;
}

function writeAssistant(message: AssistantMessage, losses: LossSink): OpenAIChatAssistantMessage {
  const parts: readonly AssistantPart[] =
    typeof message.content === 'string' ? [textPart(message.content)] : message.content;
  const written = createAssistant();
  let called = false;
  parts.forEach((part, index) => {
    const isCall = part.type === 'tool-call' && part.providerExecuted !== true;
    if (called && !isCall) losses.at(index).lose('order', `${part.type} after a call`);
    called ||= isCall;
    writePart(part, written, losses.at(index));
  });
  const { list, empty } = keptIn(message, OPENAI_CHAT);
  const isOnlyText = written.texts.length === 1 && isBareText(written.texts[0]) && list !== true;
  const { texts, calls, fields } = written;
  if (isOnlyText && texts[0]?.text === '' && parts.length > 1) losses.lose('empty-text', '""');
  if (parts.length === 0) losses.lose('empty-text', 'a message without content');
  const nothing =
    empty === 'null' || ((calls.length > 0 || Object.keys(fields).length > 0) && empty !== '')
      ? null
      : '';
  const content = isOnlyText ? (texts[0]?.text ?? '') : texts.length === 0 ? nothing : texts;
  return {
    role: 'assistant',
    ...(texts.length === 0 && empty === 'absent' ? {} : { content }),
    ...fields,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...keptFields(message, OPENAI_CHAT),
  };
}

function isBareText(part: OpenAIChatTextPart | undefined): boolean {
  return part?.type === 'text' && Object.keys(part).length === 2;
}

interface AssistantDraft {
  texts: OpenAIChatTextPart[];
  calls: OpenAIChatToolCall[];
  fields: Record<string, unknown>;
}

function createAssistant(): AssistantDraft {
  return { texts: [], calls: [], fields: {} };
}

function writePart(part: AssistantPart, draft: AssistantDraft, losses: LossSink): void {
  switch (part.type) {
    case 'text':
      writeText(part, draft, losses);
      break;
    case 'reasoning': {
      const { field } = keptIn(part, OPENAI_CHAT);
      if (typeof field === 'string' && draft.fields[field] === undefined) {
        draft.fields[field] = part.text;
      } else {
        losses.lose('reasoning', 'the API takes none');
      }
      break;
    }
    case 'tool-call':
      if (part.providerExecuted === true) writeLost(part, draft, losses);
      else draft.calls.push(writeCall(part, losses));
      break;
    default:
      writeLost(part, draft, losses);
  }
}

function writeLost(part: AssistantPart, draft: AssistantDraft, losses: LossSink): void {
  const text = losePart(part, losses);
  if (text !== undefined) draft.texts.push({ type: 'text', text });
}

function writeText(part: TextPart, draft: AssistantDraft, losses: LossSink): void {
  const { refusal, audio } = keptIn(part, OPENAI_CHAT);
  const isSpoken = isFields(audio) && (audio['transcript'] || '[audio]') === part.text;
  if (isSpoken) draft.fields['audio'] = audio;
  else if (refusal === 'field') draft.fields['refusal'] = part.text;
  else if (refusal === 'part') {
    const kept = keptFields(part, OPENAI_CHAT);
    draft.texts.push({ type: 'refusal', refusal: part.text, ...kept } as never);
  } else draft.texts.push(writeTextPart(part, losses));
}

function writeCall(part: ToolCallPart, losses: LossSink): OpenAIChatToolCall {
  loseOptions(part, undefined, losses);
  const id = writtenCallId(part.toolCallId, CALL_ID, losses);
  const { toolName: name } = part;
  const { custom, object, inner } = keptIn(part, OPENAI_CHAT);
  const others = keptFields(part, OPENAI_CHAT);
  if (custom === true) {
    const input = textInput(part);
    return { id, type: 'custom', custom: { name, input, ...fieldsOf(inner) }, ...others };
  }
  if (typeof part.input === 'string') losses.lose('arguments', 'a text becomes a JSON string');
  const args = object === true ? (part.input as string) : argumentsText(part);
  return {
    id,
    type: 'function',
    function: { name, arguments: args, ...fieldsOf(inner) },
    ...others,
  };
}

function writeResults(message: ToolMessage, losses: LossSink): OpenAIChatToolMessage[] {
  return message.content.flatMap((part, index) => {
    if (part.type === 'tool-result') return [writeResult(part, losses.at(index))];
    losses.at(index).lose('approval', part.approvalId);
    return [];
  });
}

function writeResult(part: ToolResultPart, losses: LossSink): OpenAIChatToolMessage {
  loseOptions(part, undefined, losses);
  return {
    role: 'tool',
    tool_call_id: writtenCallId(part.toolCallId, CALL_ID, losses),
    content: writeOutput(part, losses),
    ...keptFields(part, OPENAI_CHAT),
  };
}

function writeOutput({ output }: ToolResultPart, losses: LossSink): string | OpenAIChatTextPart[] {
  loseErrorFlag(output, losses);
  if (output.type !== 'content') return outputText(output, losses);
  if (output.value.length === 0) losses.lose('result-shape', 'a result without content');
  const parts = output.value.map((item) => {
    if (item.type === 'text') return writeTextPart(item, losses);
    const isTaken = keptIn(item, OPENAI_CHAT)['inResult'] === true;
    if (isTaken) return writeUserPart(item as UserPart, losses) as OpenAIChatTextPart;
    const view = fileView(item);
    losses.lose(view === undefined ? 'custom' : 'file', item.type);
    const text = partText(view, item);
    return { type: 'text' as const, text };
  });
  return parts.length === 0 ? '' : parts;
}
