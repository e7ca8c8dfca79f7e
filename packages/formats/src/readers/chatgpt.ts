import type { EntryMetadata } from '@everlong/core';
import { parseJson } from '@everlong/core/internal';
import {
  contentBlocks,
  type InlinePart,
  joinText,
  missingFilePart,
  textPart,
  toolOutput,
  unknownPart,
} from '../parts/content-parts.js';
import { createEntryLog, type EntryLog } from '../entries/entry-log.js';
import { entryFields } from '../entries/entry-fields.js';
import { inForceBranch } from '../entries/branch-in-force.js';
import { exportedFormat } from '../entries/exported-conversations.js';
import { type Fields, fieldsOf, isFields, listOf, present, textOf } from '../json/json-fields.js';
import { createWaitingCalls } from '../messages/waiting-calls.js';
import type { ParsedTranscript, TranscriptSource } from '../entries/transcript.js';

/**
 * Conversations of ChatGPT: `conversations.json` of the data export, or one of them alone. A message
 * to a tool is a call, and the tool's next message its result. Other branches than the current one are
 * left out.
 */
export const chatgptFormat = exportedFormat({
  name: 'chatgpt',
  description: '[{title, current_node, mapping: {…: {message, parent, children}}}]',
  isConversation,
  read: readConversation,
});

function isConversation(value: unknown): boolean {
  const { mapping } = fieldsOf(value);
  return (
    isFields(mapping) &&
    Object.values(mapping).every(
      (node) => 'parent' in fieldsOf(node) || 'message' in fieldsOf(node),
    )
  );
}

function readConversation(
  source: TranscriptSource,
  conversation: Fields,
  place: string,
): ParsedTranscript {
  const { id, conversation_id, title, mapping, current_node } = conversation;
  const nodes = orderedNodes(fieldsOf(mapping));
  const inForce = inForceBranch(nodes, {
    idOf: (node) => node['id'],
    parentOf: (node) => node['parent'],
    leaf: current_node,
  });
  const reader = createReader(createEntryLog());
  let left = 0;
  for (const node of nodes) {
    const message = fieldsOf(node['message']);
    const isRewound = !inForce.has(node);
    if (isRewound && !source.keepsRewound) {
      if (isShown(message)) left++;
    } else if (isShown(message)) reader.read(message, isRewound ? { rewound: true } : {});
  }
  if (left > 0) {
    source.warn(
      `${source.file ?? 'the export'}, ${place}: ${left} messages of other branches were left out.`,
    );
  }
  const name = textOf(title);
  return {
    entries: reader.finish(),
    ...(name === undefined ? {} : { title: name }),
    metadata: present({ sessionId: textOf(conversation_id) ?? textOf(id) }),
  };
}

/** Every node before those below it, a branch that was left before the one that replaced it. */
function orderedNodes(mapping: Fields): Fields[] {
  const nodes = Object.entries(mapping).map(([id, node]): Fields => ({ ...fieldsOf(node), id }));
  const byId = new Map(nodes.map((node) => [node['id'], node]));
  const ordered = new Set<Fields>();
  const open = nodes.filter((node) => !byId.has(node['parent'])).toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ordered.has(node)) continue;
    ordered.add(node);
    for (const child of listOf(node['children']).toReversed()) {
      const below = byId.get(child);
      if (below !== undefined) open.push(below);
    }
  }
  return [...ordered, ...nodes.filter((node) => !ordered.has(node))];
}

/** Whether a message says anything: exports begin with empty ones. */
function isShown(message: Fields): boolean {
  const { content_type, parts, text, thoughts, result } = fieldsOf(message['content']);
  if (content_type === 'reasoning_recap') return false;
  const said = [...listOf(parts), ...listOf(thoughts), text, result];
  return said.some((part) => isFields(part) || textOf(part) !== undefined);
}

function createReader(log: EntryLog) {
  const waiting = createWaitingCalls();
  return {
    read(message: Fields, marks: EntryMetadata): void {
      const { id, author, create_time, recipient, metadata } = message;
      const { role, name } = fieldsOf(author);
      const parts = partsOf(fieldsOf(message['content']));
      const to = textOf(recipient) ?? 'all';
      const fields = entryFields(create_time, marks, fieldsOf(metadata)['model_slug']);
      if (role === 'assistant' && to !== 'all') {
        const toolCallId = textOf(id) ?? `call-${to}`;
        waiting.add(toolCallId, to);
        const draft = log.addAssistant(fields);
        draft.push({ type: 'tool-call', toolCallId, toolName: to, input: inputOf(parts) });
      } else if (role === 'assistant') {
        const draft = log.addAssistant(fields);
        const isThought = fieldsOf(message['content'])['content_type'] === 'thoughts';
        for (const part of parts) {
          draft.push(isThought && part.type === 'text' ? { ...part, type: 'reasoning' } : part);
        }
      } else if (role === 'tool') {
        const toolName = textOf(name) ?? 'unknown';
        const toolCallId = waiting.take(toolName) ?? `${textOf(id) ?? toolName}-result`;
        log.addResult({ toolCallId, toolName, output: toolOutput(parts, false) }, fields);
      } else if (role === 'system') {
        const content = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
        log.add({ ...fields, message: { role, content } });
      } else {
        log.add({ ...fields, message: { role: 'user', content: joinText(parts) } });
      }
    },
    finish: () => log.take(),
  };
}

/** A call's arguments: JSON as such, code as it was written. */
function inputOf(parts: readonly InlinePart[]): unknown {
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  const value = parseJson(text);
  return isFields(value) ? value : { code: text };
}

function partsOf(content: Fields): InlinePart[] {
  const { parts, text, result, thoughts } = content;
  if (Array.isArray(thoughts)) {
    return thoughts
      .map(fieldsOf)
      .map(({ summary, content: said }) =>
        textPart([textOf(summary), textOf(said)].filter(Boolean).join('\n')),
      );
  }
  if (Array.isArray(parts)) {
    const shown = parts.filter((part) => part !== '');
    return shown.map((part: unknown) =>
      typeof part === 'string' ? textPart(part) : assetPart(part),
    );
  }
  return contentBlocks(textOf(text) ?? textOf(result)).map((block) =>
    textPart(textOf(fieldsOf(block)['text']) ?? ''),
  );
}

/** A file that the export holds beside it, or not at all: its name and size. */
function assetPart(part: unknown): InlinePart {
  const { content_type, asset_pointer, size_bytes, text } = fieldsOf(part);
  if (typeof text === 'string') return textPart(text);
  if (typeof asset_pointer !== 'string') return unknownPart(part);
  const isImage = content_type === 'image_asset_pointer';
  const size = typeof size_bytes === 'number' ? `, ${size_bytes} bytes` : '';
  return missingFilePart(
    isImage ? 'image/*' : 'application/octet-stream',
    `${asset_pointer}${size}`,
  );
}
