import type { EntryMetadata } from '@everlong/core';
import {
  contentBlocks,
  dataPart,
  type InlinePart,
  joinText,
  textPart,
  toolOutput,
  unknownPart,
  urlPart,
} from '../parts/content-parts.js';
import { createEntryLog, type EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  present,
  textOf,
} from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { usageFromParts } from '../entries/reported-usage.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { shareOf } from '../json/share-of.js';

const messageTypes = new Set(['user', 'gemini', 'info', 'error', 'warning']);

/**
 * The chats of Gemini CLI: a document with the messages, or since 2026 JSON lines, where a message
 * that comes again replaces the one before it, `$set` changes the head, and `$rewindTo` takes back a
 * message and all after it. What the program only showed (`info`, `error`, `warning`) is left out.
 */
export const geminiCliFormat: TranscriptFormat = {
  name: 'gemini-cli',
  description: '{sessionId, projectHash, messages: [{type: "user" | "gemini", content}]}, or lines',
  detect: ({ values }) => shareOf(values, isGeminiValue),
  parse: parseGeminiCli,
};

function isGeminiValue(value: unknown): boolean {
  const { sessionId, projectHash, id, timestamp, type, content, $set, $rewindTo } = fieldsOf(value);
  if (typeof sessionId === 'string' && typeof projectHash === 'string') return true;
  if (isFields($set) || typeof $rewindTo === 'string') return true;
  const isMessage = typeof type === 'string' && messageTypes.has(type) && content !== undefined;
  return isMessage && typeof id === 'string' && typeof timestamp === 'string';
}

interface Chat {
  head: Fields;
  messages: Map<unknown, JsonRecord & { isRewound: boolean }>;
}

function parseGeminiCli(source: TranscriptSource): ParsedTranscript {
  const chat = readChat(source.records());
  const all = [...chat.messages.values()];
  const kept = source.keepsRewound ? all : all.filter(({ isRewound }) => !isRewound);
  if (kept.length < all.length) {
    source.warn(
      `${source.file ?? 'the chat'}: ${all.length - kept.length} messages that the user took back ` +
        'were left out.',
    );
  }
  const log = createEntryLog();
  const marked = new Set<unknown>(all.filter(({ isRewound }) => isRewound));
  source.each(kept, (record) => {
    const message = fieldsOf(record.value);
    const marks: EntryMetadata = marked.has(record) ? { rewound: true } : {};
    if (message['type'] === 'user') addUser(log, message, marks);
    else if (message['type'] === 'gemini') addAnswer(log, message, marks);
  });
  const { sessionId, projectHash, summary, directories, kind } = chat.head;
  const title = textOf(summary);
  return {
    entries: log.take(),
    ...(title === undefined ? {} : { title }),
    metadata: present({ sessionId, projectHash, cwd: textOf(listOf(directories)[0]), kind }),
  };
}

function readChat(records: readonly JsonRecord[]): Chat {
  const chat: Chat = { head: {}, messages: new Map() };
  const take = (value: unknown, place: string): void => {
    const id = textOf(fieldsOf(value)['id']) ?? place;
    chat.messages.set(id, { value, place, isRewound: false });
  };
  for (const { value, place } of records) {
    const { messages, $set, $rewindTo, type, ...fields } = fieldsOf(value);
    if (isFields($set)) Object.assign(chat.head, $set);
    else if ($rewindTo !== undefined) rewind(chat, $rewindTo);
    else if (type !== undefined) take(value, place);
    else Object.assign(chat.head, fields);
    for (const [index, message] of listOf(messages ?? fieldsOf($set)['messages']).entries()) {
      take(message, `${place}, message ${index + 1}`);
    }
  }
  return chat;
}

function rewind({ messages }: Chat, to: unknown): void {
  let isBehind = false;
  for (const [id, message] of messages) {
    isBehind ||= id === to;
    if (isBehind) message.isRewound = true;
  }
}

function addUser(log: EntryLog, message: Fields, marks: EntryMetadata): void {
  const { timestamp, content, displayContent } = message;
  const isMade = listOf(displayContent).some((part) => 'functionResponse' in fieldsOf(part));
  const metadata: EntryMetadata = isMade ? { origin: 'tool', ...marks } : marks;
  log.add({
    ...entryFields(timestamp, metadata),
    message: { role: 'user', content: joinText(inlineParts(content)) },
  });
}

function addAnswer(log: EntryLog, message: Fields, marks: EntryMetadata): void {
  const { timestamp, content, thoughts, toolCalls, tokens, model } = message;
  const draft = log.addAssistant({
    ...entryFields(timestamp, marks, model),
    ...(isFields(tokens) ? { usage: usageOf(tokens) } : {}),
  });
  for (const thought of listOf(thoughts).map(fieldsOf)) {
    const lines = [textOf(thought['subject']), textOf(thought['description'])];
    draft.push({ type: 'reasoning', text: lines.filter(Boolean).join('\n') });
  }
  for (const part of inlineParts(content)) {
    if (part.type !== 'text' || part.text !== '') draft.push(part);
  }
  for (const [index, call] of listOf(toolCalls).map(fieldsOf).entries()) {
    const toolName = textOf(call['name']) ?? 'unknown';
    const toolCallId = textOf(call['id']) ?? `${textOf(message['id']) ?? 'call'}-${index + 1}`;
    draft.push({ type: 'tool-call', toolCallId, toolName, input: call['args'] ?? {} });
    // A call that was cancelled or still runs has none.
    if ((call['result'] ?? null) === null) continue;
    const isError = call['status'] === 'error';
    const output = toolOutput(resultParts(call['result']), isError);
    const lostError = isError && output.type === 'content';
    log.addResult(
      { toolCallId, toolName, output },
      entryFields(call['timestamp'], { ...(lostError ? { isError: true } : {}), ...marks }),
    );
  }
}

/** The text or the error of a function's response, or all of it as JSON; files beside it. */
function resultParts(result: unknown): InlinePart[] {
  return (Array.isArray(result) ? result : [result]).map((part: unknown) => {
    const { functionResponse } = fieldsOf(part);
    if (!isFields(functionResponse)) return inlinePart(part);
    const { output, error, ...others } = fieldsOf(functionResponse['response']);
    const text = textOf(output) ?? textOf(error);
    const isPlain = text !== undefined && Object.keys(others).length === 0;
    return isPlain ? textPart(text) : unknownPart(functionResponse['response']);
  });
}

function inlineParts(content: unknown): InlinePart[] {
  return contentBlocks(isFields(content) ? [content] : content).map(inlinePart);
}

function inlinePart(part: unknown): InlinePart {
  const { text, inlineData, fileData } = fieldsOf(part);
  if (typeof text === 'string') return textPart(text);
  const { data, mimeType } = fieldsOf(inlineData);
  if (typeof data === 'string') return dataPart(textOf(mimeType) ?? 'image/*', data);
  const { fileUri, mimeType: fileType } = fieldsOf(fileData);
  if (typeof fileUri === 'string') return urlPart(fileUri, textOf(fileType) ?? 'image/*');
  return unknownPart(part);
}

/** The prompt has the cached tokens in it, the answer is counted without the thoughts. */
function usageOf(tokens: Fields) {
  const cached = numberOf(tokens['cached']) ?? 0;
  const thoughts = numberOf(tokens['thoughts']) ?? 0;
  const prompt = (numberOf(tokens['input']) ?? 0) + (numberOf(tokens['tool']) ?? 0);
  return usageFromParts({
    input: prompt - cached,
    output: (numberOf(tokens['output']) ?? 0) + thoughts,
    cacheRead: cached,
    reasoning: thoughts,
  });
}
