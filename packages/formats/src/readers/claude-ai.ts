import type { EntryMetadata } from '@everlong/core';
import { assistantPart, toolResultOutput, userPart } from '../parts/recorded-anthropic-blocks.js';
import { contentBlocks, joinText, textPart } from '../parts/content-parts.js';
import { type AssistantDraft, createEntryLog, type EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { type Fields, fieldsOf, listOf, present, textOf } from '../json/json-fields.js';
import { inForceBranch } from '../entries/branch-in-force.js';
import { exportedFormat } from '../entries/exported-conversations.js';
import type { ParsedTranscript, TranscriptSource } from '../entries/transcript.js';

/**
 * Conversations of claude.ai: `conversations.json` of the data export, or one of them alone. Text of
 * attached files is part of the message; other branches than the last are left out.
 */
export const claudeAiFormat = exportedFormat({
  name: 'claude-ai',
  description: '[{uuid, name, chat_messages: [{sender: "human" | "assistant", content}]}]',
  isConversation,
  read: readConversation,
});

function isConversation(value: unknown): boolean {
  const { uuid, chat_messages } = fieldsOf(value);
  return typeof uuid === 'string' && Array.isArray(chat_messages);
}

function readConversation(
  source: TranscriptSource,
  conversation: Fields,
  place: string,
): ParsedTranscript {
  const { uuid, name, model, chat_messages, current_leaf_message_uuid } = conversation;
  const messages = listOf(chat_messages).map(fieldsOf);
  const log = createEntryLog();
  const inForce = inForceBranch(messages, {
    idOf: (message) => message['uuid'],
    parentOf: (message) => message['parent_message_uuid'],
    leaf: current_leaf_message_uuid,
  });
  for (const message of messages) {
    const isRewound = !inForce.has(message);
    if (isRewound && !source.keepsRewound) continue;
    addMessage(log, message, isRewound ? { rewound: true } : {}, model);
  }
  const left = messages.length - inForce.size;
  if (left > 0 && !source.keepsRewound) {
    source.warn(
      `${source.file ?? 'the export'}, ${place}: ${left} messages of other branches were left out.`,
    );
  }
  const title = textOf(name);
  return {
    entries: log.take(),
    ...(title === undefined ? {} : { title }),
    metadata: present({ sessionId: uuid }),
  };
}

function addMessage(log: EntryLog, message: Fields, marks: EntryMetadata, model: unknown): void {
  const { sender, created_at, stop_reason } = message;
  const blocks = blocksOf(message);
  if (sender !== 'assistant') {
    const content = joinText([...blocks.map(userPart), ...attachedTexts(message)]);
    log.add({ ...entryFields(created_at, marks), message: { role: 'user', content } });
    return;
  }
  let draft: AssistantDraft | undefined;
  let made = 0;
  for (const block of blocks.map(fieldsOf)) {
    if (block['type'] === 'tool_result') {
      draft = undefined;
      const toolCallId = textOf(block['tool_use_id']) ?? callId(message, made);
      const time = textOf(block['stop_timestamp']) ?? created_at;
      log.addResult({ toolCallId, output: toolResultOutput(block) }, entryFields(time, marks));
      continue;
    }
    const isCall = block['type'] === 'tool_use' && textOf(block['id']) === undefined;
    const named = isCall ? { ...block, id: callId(message, ++made) } : block;
    const time = textOf(block['start_timestamp']) ?? created_at;
    draft ??= log.addAssistant(
      entryFields(time, present({ stopReason: stop_reason, ...marks }), model),
    );
    draft.push(assistantPart(named));
  }
  draft = undefined;
}

/** Old exports give calls no id: the result comes directly behind its call. */
function callId({ uuid }: Fields, count: number): string {
  return `${textOf(uuid) ?? 'call'}-${count}`;
}

/** The blocks of a message; old exports have its text alone. */
function blocksOf({ content, text }: Fields): readonly unknown[] {
  const blocks = contentBlocks(content);
  return blocks.length > 0 ? blocks : contentBlocks(textOf(text));
}

/** Text of files that were attached, and the names of those whose text is not in the export. */
function attachedTexts({ attachments, files }: Fields) {
  const attached = listOf(attachments)
    .map(fieldsOf)
    .map(({ file_name, extracted_content }) => {
      const name = textOf(file_name) ?? 'attachment';
      return textPart(
        `<file name=${JSON.stringify(name)}>\n${textOf(extracted_content) ?? ''}\n</file>`,
      );
    });
  const named = listOf(files)
    .map((file) => textOf(fieldsOf(file)['file_name']))
    .filter((name) => name !== undefined)
    .map((name) => textPart(`[file: ${name}]`));
  return [...attached, ...named];
}
