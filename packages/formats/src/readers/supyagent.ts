import { CorruptRecordError, type ModelMessage, parseMessage, toUsage } from '@everlong/core';
import { bytesToBase64 } from '@everlong/core/internal';
import { assistantChatParts, chatParts, chatText, chatToolCalls } from '../parts/chat-parts.js';
import { joinText, toolOutput } from '../parts/content-parts.js';
import { entryFields } from '../entries/entry-fields.js';
import { everlongMessage, isEverlongLine } from '../parts/everlong-line.js';
import { createEntryLog, type EntryFields, type EntryLog } from '../entries/entry-log.js';
import { type Fields, fieldsOf, numberOf, present, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { shareOf } from '../json/share-of.js';
import { unexpectedValue } from '../json/unexpected-value.js';

const lineTypes = new Set(['user', 'assistant', 'tool_result', 'system']);

/**
 * Session files of supyagent, and of everlong in the same fields: a line of type `meta`, then one
 * per message. Images are in a folder next to the file and are inlined.
 */
export const supyagentFormat: TranscriptFormat = {
  name: 'supyagent',
  description: 'JSON lines {type: "meta" | "user" | "assistant" | "tool_result", content, …}',
  detect: ({ values }) => shareOf(values, isSessionLine),
  parse: parseSupyagent,
};

function isSessionLine(value: unknown): boolean {
  const { type, content, session_id, agent, uuid, payload, role, message } = fieldsOf(value);
  if (type === 'meta') return typeof session_id === 'string' || typeof agent === 'string';
  if (typeof type !== 'string' || !lineTypes.has(type)) return false;
  if (uuid !== undefined || payload !== undefined || role !== undefined) return false;
  if (content === undefined && message !== undefined) return isEverlongLine(fieldsOf(value));
  return content === null || typeof content === 'string' || Array.isArray(content);
}

function parseSupyagent(source: TranscriptSource): ParsedTranscript {
  const log = createEntryLog();
  const meta: Fields = {};
  for (const { value, place } of source.records()) {
    const line = fieldsOf(value);
    if (line['type'] === 'meta') {
      Object.assign(meta, line);
      continue;
    }
    const readMedia = mediaReader(source, textOf(meta['session_id']));
    if (isEverlongLine(line)) {
      log.add({ ...fieldsFrom(line), message: exactMessage({ value: line, place }, readMedia) });
      continue;
    }
    addLine(log, { value: { ...line, content: withMedia(line['content'], readMedia) }, place });
  }
  const title = textOf(meta['title']);
  return {
    entries: log.take(),
    ...(title === undefined ? {} : { title }),
    metadata: present({ sessionId: meta['session_id'], agent: meta['agent'] }),
  };
}

function addLine(log: EntryLog, { value, place }: JsonRecord): void {
  const line = fieldsOf(value);
  const { type, content, tool_call_id, name } = line;
  const fields = fieldsFrom(line);
  switch (type) {
    case 'user':
      log.add({ ...fields, message: { role: type, content: joinText(chatParts(content)) } });
      break;
    case 'system':
      log.add({ ...fields, message: { role: type, content: chatText(content) } });
      break;
    case 'assistant': {
      const draft = log.addAssistant(fields);
      for (const part of assistantChatParts(line)) draft.push(part);
      for (const call of chatToolCalls(line['tool_calls'])) draft.push(call);
      break;
    }
    case 'tool_result': {
      const toolCallId = textOf(tool_call_id) ?? '';
      const output = toolOutput(chatParts(content), false);
      log.addResult({ toolCallId, toolName: textOf(name), output }, fields);
      break;
    }
    default:
      throw unexpectedValue(place, 'a type of user, assistant, tool_result or system', type);
  }
}

function exactMessage({ value, place }: JsonRecord, readMedia: ReadMedia): ModelMessage {
  try {
    const getMedia = (sha256: string): Uint8Array => findMedia(sha256, readMedia);
    return parseMessage(everlongMessage(fieldsOf(value), getMedia));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new CorruptRecordError(place, problem, error);
  }
}

const extensions = ['png', 'jpg', 'gif', 'webp', 'svg', 'pdf', 'txt', 'json', 'mp3', 'wav', 'mp4'];

/** Missing content is empty. */
function findMedia(sha256: string, readMedia: ReadMedia): Uint8Array {
  for (const extension of [...extensions, 'bin']) {
    const bytes = readMedia(`${sha256}.${extension}`);
    if (bytes !== undefined) return bytes;
  }
  return new Uint8Array();
}

function fieldsFrom(line: Fields): EntryFields {
  const usage = fieldsOf(line['usage']);
  const hasUsage = numberOf(usage['inputTokens']) !== undefined;
  return {
    ...entryFields(
      line['timestamp'] ?? line['ts'],
      present(fieldsOf(line['metadata'])),
      line['model'],
    ),
    ...(hasUsage ? { usage: toUsage(usage) } : {}),
  };
}

type ReadMedia = (name: string) => Uint8Array | undefined;

/** The media of a session are in a folder next to its file. */
function mediaReader({ readBeside }: TranscriptSource, sessionId = ''): ReadMedia {
  return (name) =>
    /^[\w-][\w.-]*$/.test(name) && /^[\w-][\w.-]*$/.test(sessionId)
      ? readBeside?.(`${sessionId}_media/${name}`)
      : undefined;
}

/** The content with `media://` images inlined; a missing one is only named. */
function withMedia(content: unknown, readMedia: ReadMedia): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => {
    const url = textOf(fieldsOf(fieldsOf(part)['image_url'])['url']);
    if (url?.startsWith('media://') !== true) return part;
    const bytes = readMedia(url.slice('media://'.length));
    if (bytes === undefined) return { type: 'text', text: `[image: ${url}]` };
    const extension = url.slice(url.lastIndexOf('.') + 1).toLowerCase();
    const mediaType = `image/${extension === 'jpg' ? 'jpeg' : extension}`;
    const inline = `data:${mediaType};base64,${bytesToBase64(bytes)}`;
    return { type: 'image_url', image_url: { url: inline } };
  });
}
