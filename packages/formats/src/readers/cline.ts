import { assistantPart, toolResultOutput, userPart } from '../parts/recorded-anthropic-blocks.js';
import { contentBlocks, type InlinePart, joinText, textPart } from '../parts/content-parts.js';
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
import { usageFromParts } from '../entries/reported-usage.js';
import { UNNAMED } from '../json/json-records.js';
import type {
  ParsedTranscript,
  TranscriptFormat,
  TranscriptSource,
} from '../entries/transcript.js';
import { unexpectedValue } from '../json/unexpected-value.js';

/** The session files of Cline: messages with Anthropic's blocks, each with its time and metrics. */
export const clineFormat: TranscriptFormat = {
  name: 'cline',
  description: '{sessionId, agent, messages: [{role, content, ts, modelInfo, metrics}]}',
  detect: ({ values }) => values.length === 1 && isClineSession(values[0]),
  parse: parseCline,
};

function isClineSession(value: unknown): boolean {
  const { sessionId, messages } = fieldsOf(value);
  const isMessage = (message: unknown): boolean => {
    const { role, ts } = fieldsOf(message);
    return typeof role === 'string' && typeof ts === 'number';
  };
  return (
    typeof sessionId === 'string' &&
    listOf(messages).length > 0 &&
    listOf(messages).every(isMessage)
  );
}

function parseCline(source: TranscriptSource): ParsedTranscript {
  const [record] = source.records();
  const { sessionId, agent, messages, system_prompt } = fieldsOf(record?.value);
  const log = createEntryLog();
  const instructions = textOf(system_prompt);
  if (instructions !== undefined) {
    log.add({ message: { role: 'system', content: instructions } });
  }
  const records = listOf(messages).map((value, index) => ({
    value,
    place: `${source.file ?? UNNAMED}, message ${index + 1}`,
  }));
  source.each(records, ({ value, place }) => {
    const message = fieldsOf(value);
    if (message['role'] === 'assistant') addAnswer(log, message);
    else if (message['role'] === 'user') addUser(log, message);
    else throw unexpectedValue(place, 'a role of user or assistant', message['role']);
  });
  const cwd = /^\d+\. Working Directory: (.+)$/m.exec(instructions ?? '')?.[1];
  return { entries: log.take(), metadata: present({ sessionId, agent, cwd }) };
}

function addUser(log: EntryLog, { content, ts }: Fields): void {
  const blocks = contentBlocks(content).map(fieldsOf);
  for (const block of blocks) {
    if (block['type'] !== 'tool_result') continue;
    const toolCallId = textOf(block['tool_use_id']) ?? '';
    const output = toolResultOutput(block);
    const lostError = block['is_error'] === true && output.type === 'content';
    const metadata = lostError ? { isError: true } : {};
    log.addResult({ toolCallId, output }, entryFields(ts, metadata));
  }
  const rest = blocks.filter(({ type }) => type !== 'tool_result');
  if (rest.length === 0 && blocks.length > 0) return;
  const parts = rest.map(inlinePart);
  log.add({ ...entryFields(ts), message: { role: 'user', content: joinText(parts) } });
}

/** A file that was named is in the message, with its path. */
function inlinePart(block: Fields): InlinePart {
  const { type, path, content } = block;
  if (type !== 'file' || typeof content !== 'string') return userPart(block);
  return textPart(`<file path=${JSON.stringify(path ?? '')}>\n${content}\n</file>`);
}

function addAnswer(log: EntryLog, { content, ts, modelInfo, metrics }: Fields): void {
  const draft = log.addAssistant({
    ...entryFields(ts, {}, fieldsOf(modelInfo)['id']),
    ...(isFields(metrics) ? { usage: usageOf(metrics) } : {}),
  });
  for (const block of contentBlocks(content)) draft.push(assistantPart(block));
}

/** The prompt is counted whole, with what was read from the cache and written to it. */
function usageOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Fields) {
  const cached = (numberOf(cacheReadTokens) ?? 0) + (numberOf(cacheWriteTokens) ?? 0);
  return usageFromParts({
    input: (numberOf(inputTokens) ?? 0) - cached,
    output: outputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
  });
}
