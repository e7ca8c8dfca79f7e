import type {
  AssistantMessage,
  AssistantPart,
  ModelMessage,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolResultContent,
  ToolResultOutput,
} from '@everlong/core';

import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  textOf,
  scalarText,
} from '../json/json-fields.js';
import { textOrJson } from '../json/text-or-json.js';
import { keep, otherFields } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { keepArguments, readArguments } from '../messages/tool-arguments.js';
import { blockAsText } from '../messages/unknown-block.js';
import { textPart } from '../parts/content-parts.js';
import { OPENAI_CHAT, readTextPart, readUserPart } from './read-chat-part.js';

/**
 * A message that `chatMessages` takes; instructions in several parts are several messages, and any
 * other role is a result's.
 */
export function readChatMessage(message: Fields, names: CallNames): ModelMessage[] {
  const { role, content } = message;
  switch (role) {
    case 'system':
    case 'developer':
      return readSystem(message);
    case 'user': {
      const fields = otherFields(message, 'role', 'content');
      const parts =
        typeof content === 'string' ? content : listOf(content).map((part) => readUserPart(part));
      return [keep({ role, content: parts }, OPENAI_CHAT, { fields })];
    }
    case 'assistant':
      return [readAssistant(message, names)];
    default:
      return [readResult(message, names)];
  }
}

function readSystem(message: Fields): SystemMessage[] {
  const { role, content } = message;
  const kept = {
    fields: otherFields(message, 'role', 'content'),
    ...(role === 'developer' ? { role } : {}),
  };
  if (!Array.isArray(content)) {
    return [keep({ role: 'system', content: textOrJson(content) }, OPENAI_CHAT, kept)];
  }
  return content.map((part, index) => {
    const { text } = fieldsOf(part);
    const inner = otherFields(fieldsOf(part), 'type', 'text');
    const system: SystemMessage = { role: 'system', content: textOf(text) ?? '' };
    return keep(system, OPENAI_CHAT, {
      inner,
      ...(index === 0 ? { ...kept, list: true } : { joined: true }),
    });
  });
}

/** Fields of an assistant message that become parts. */
interface AssistantFields {
  parts: AssistantPart[];
  /** The fields that were read. */
  known: string[];
  /** How content without text is spelled, and a list of one text. */
  marks: Fields;
}

function readAssistant(message: Fields, names: CallNames): AssistantMessage {
  const thoughts = readReasoning(message);
  const texts = readTexts(message);
  const spoken = readSpoken(message);
  const calls = readCalls(message['tool_calls'] ?? legacyCall(message), names);
  const all = [thoughts, texts, spoken, calls];
  const parts = all.flatMap((read) => read.parts);
  const known = all.flatMap((read) => read.known);
  const kept = {
    fields: otherFields(message, 'role', ...known),
    ...texts.marks,
    ...emptyContent(message, parts),
  };
  const [only] = parts;
  const isEmpty = parts.length === 0 && message['content'] === '';
  const content = isEmpty
    ? ''
    : parts.length === 1 && only?.type === 'text' && only.providerOptions === undefined
      ? only.text
      : parts;
  return keep({ role: 'assistant', content }, OPENAI_CHAT, kept);
}

/** Content without text is `null` beside other parts and `''` alone, unless it says otherwise. */
function emptyContent(message: Fields, parts: readonly AssistantPart[]): Fields {
  const { content } = message;
  if (content === undefined) return { empty: 'absent' };
  if (content === null) return parts.length === 0 ? { empty: 'null' } : {};
  return content === '' && parts.length > 0 ? { empty: '' } : {};
}

function readReasoning(message: Fields): AssistantFields {
  const field = ['reasoning_content', 'reasoning'].find((name) => textOf(message[name]));
  if (field === undefined) return { parts: [], known: [], marks: {} };
  const part: AssistantPart = { type: 'reasoning', text: scalarText(message[field]) };
  return { parts: [keep(part, OPENAI_CHAT, { field })], known: [field], marks: {} };
}

function readTexts({ content }: Fields): AssistantFields {
  const known = ['content'];
  if (typeof content === 'string') {
    return { parts: content === '' ? [] : [textPart(content)], known, marks: {} };
  }
  const parts = listOf(content).map(
    (part): TextPart => readTextPart(fieldsOf(part)) ?? blockAsText(part, OPENAI_CHAT),
  );
  const [only] = parts;
  const isPlain = parts.length === 1 && only?.providerOptions === undefined;
  return { parts, known, marks: isPlain ? { list: true } : {} };
}

/** What the model refused, and what it said aloud. */
function readSpoken({ refusal, audio }: Fields): AssistantFields {
  const parts: AssistantPart[] = [];
  const known: string[] = [];
  if (typeof refusal === 'string') {
    parts.push(keep(textPart(refusal), OPENAI_CHAT, { refusal: 'field' }));
    known.push('refusal');
  }
  if (isFields(audio)) {
    const transcript = textOf(audio['transcript']) ?? '[audio]';
    parts.push(keep(textPart(transcript), OPENAI_CHAT, { audio }));
    known.push('audio');
  }
  return { parts, known, marks: {} };
}

function readCalls(calls: unknown, names: CallNames): AssistantFields {
  const list = listOf(calls);
  if (list.length === 0) return { parts: [], known: [], marks: {} };
  const parts = list.map((call) => readCall(fieldsOf(call), names));
  return { parts, known: ['tool_calls', 'function_call'], marks: {} };
}

/** A call as the API wrote them before it could make several at once. */
function legacyCall({ function_call }: Fields): unknown {
  if (!isFields(function_call)) return undefined;
  return [{ type: 'function', function: function_call }];
}

/** Some servers give calls no id, or an empty one. */
function readCall(call: Fields, names: CallNames): ToolCallPart {
  const custom = call['type'] === 'custom' && isFields(call['custom']);
  const inner = fieldsOf(custom ? call['custom'] : call['function']);
  const argument = custom ? 'input' : 'arguments';
  // Moonshot's own tools have the type `builtin_function`, and some servers write an empty one.
  const isUsual = /^(?:function|custom)?$/.test(textOf(call['type']) ?? '');
  const written = inner[argument];
  const read =
    typeof written === 'string' && !custom
      ? readArguments(written)
      : { input: written ?? (custom ? '' : {}) };
  const part: ToolCallPart = {
    type: 'tool-call',
    toolCallId: textOf(call['id']) ?? names.newId(),
    toolName: textOf(inner['name']) ?? 'unknown',
    input: read.input,
  };
  return keep(keepArguments(part, 'text' in read ? read.text : undefined), OPENAI_CHAT, {
    fields: otherFields(call, 'id', custom ? 'custom' : 'function', ...(isUsual ? ['type'] : [])),
    inner: otherFields(inner, 'name', argument),
    ...(custom ? { custom } : {}),
    ...(isFields(written) ? { object: true } : {}),
  });
}

/** OpenAI takes texts alone in results, other servers images too. */
function readResultPart(part: unknown): ToolResultContent {
  const read = readUserPart(part) as ToolResultContent;
  return read.type === 'text' ? read : keep(read, OPENAI_CHAT, { inResult: true });
}

function readResult(message: Fields, names: CallNames): ToolMessage {
  const { content, tool_call_id, name } = message;
  const toolCallId = textOf(tool_call_id) ?? names.answer(textOf(name));
  const known = names.nameOf(toolCallId);
  const output: ToolResultOutput = Array.isArray(content)
    ? {
        type: 'content',
        value: content.map((part) => readResultPart(part)),
      }
    : { type: 'text', value: textOrJson(content) };
  const result = {
    type: 'tool-result' as const,
    toolCallId,
    toolName: known === 'unknown' ? (textOf(name) ?? known) : known,
    output,
  };
  const kept = { fields: otherFields(message, 'role', 'content', 'tool_call_id') };
  return { role: 'tool', content: [keep(result, OPENAI_CHAT, kept)] };
}
