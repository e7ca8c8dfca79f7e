import type { AssistantMessage, ModelMessage, SystemMessage, UserMessage } from '@everlong/core';

import { type Fields, scalarText } from '../json/json-fields.js';
import { keptFields, keptIn } from '../messages/kept-fields.js';
import { lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import { textPart } from '../parts/content-parts.js';
import type { AnthropicMessage, AnthropicTextBlock } from './anthropic-message.js';
import { ANTHROPIC, blockFields, cacheMarker, loseOthers } from './anthropic-options.js';
import type { CitedSources } from './cited-sources.js';
import { hostedPairs } from './hosted-blocks.js';
import { joinedTurns, type SystemTurn, systemPlaces, writeSystemTurn } from './system-turns.js';
import {
  plainText,
  writeAssistantPart,
  writeInlinePart,
  writeResultPart,
} from './write-anthropic-block.js';

/** A message of the API while it is written. */
interface Draft {
  role: 'user' | 'assistant' | 'system';
  content: string | Fields[];
}

/**
 * Messages for the Messages API; consecutive results are joined. Messages without any content that
 * the API accepts are dropped, except a user's, which becomes `(empty)`. `sources`: for the messages
 * of a whole request, whose citations can be checked.
 */
export function writeAnthropicMessages(
  messages: readonly ModelMessage[],
  options: WriteOptions,
  { offset = 0, sources }: { offset?: number; sources?: CitedSources } = {},
): AnthropicMessage[] {
  const written: Draft[] = [];
  let isOfResults = false;
  const notes = new Map<Draft, () => Draft>();
  for (const [index, message] of messages.entries()) {
    const losses = lossSink(ANTHROPIC, options, index + offset);
    loseOthers(message, losses);
    const isTurn = message.role === 'system' && options.systemMessages === true;
    const draft = isTurn
      ? writeSystemTurn(message, losses)
      : writeMessage(message, losses, sources);
    if (draft === undefined) continue;
    const last = written.at(-1);
    const isResults = message.role === 'tool';
    const joins = isOfResults && (isResults || keptIn(message, ANTHROPIC)['joined'] === true);
    isOfResults = isResults;
    if (isTurn) notes.set(draft, () => systemNote(message, losses));
    if (joins && Array.isArray(last?.content) && Array.isArray(draft.content)) {
      last.content.push(...draft.content);
    } else {
      written.push(draft);
    }
  }
  return withPlacedTurns(written, notes) as AnthropicMessage[];
}

/** The drafts with `system` turns where the API takes them, and notes of the user elsewhere. */
function withPlacedTurns(
  drafts: readonly Draft[],
  notes: ReadonlyMap<Draft, () => Draft>,
): Draft[] {
  const taken = systemPlaces(drafts.map(({ role }) => role));
  const placed: Draft[] = [];
  for (const [place, draft] of drafts.entries()) {
    const isTurn = draft.role === 'system' && taken.has(place);
    const last = placed.at(-1);
    const joined =
      isTurn && last?.role === 'system'
        ? joinedTurns(last as SystemTurn, draft as SystemTurn)
        : undefined;
    if (joined === undefined) placed.push(isTurn ? draft : (notes.get(draft)?.() ?? draft));
    else placed.splice(-1, 1, joined);
  }
  return placed;
}

function writeMessage(
  message: ModelMessage,
  losses: LossSink,
  sources: CitedSources | undefined,
): Draft | undefined {
  switch (message.role) {
    case 'system':
      return systemNote(message, losses);
    case 'user':
      return noted(writeUser(message, losses), sources);
    case 'assistant':
      return writeAssistant(message, losses, sources);
    case 'tool': {
      const blocks = message.content.flatMap((part, index) => {
        if (part.type === 'tool-result') return [writeResultPart(part, losses.at(index))];
        losses.at(index).lose('approval', part.approvalId);
        return [];
      });
      const content = markLast(blocks, message);
      if (blocks.length === 0) return undefined;
      return noted({ role: 'user', content, ...keptFields(message, ANTHROPIC) }, sources);
    }
  }
}

function systemNote({ content }: SystemMessage, losses: LossSink): Draft {
  losses.lose('system', 'it becomes a marked message of the user');
  return { role: 'user', content: `[system note in the conversation]\n${content}` };
}

function noted(draft: Draft, sources: CitedSources | undefined): Draft {
  if (Array.isArray(draft.content)) for (const block of draft.content) sources?.note(block);
  return draft;
}

function writeUser(message: UserMessage, losses: LossSink): Draft {
  const { role, content } = message;
  const fields = keptFields(message, ANTHROPIC);
  const blocks =
    typeof content === 'string'
      ? plainText(content, losses)
      : content.flatMap((part, index) => writeInlinePart(part, losses.at(index)));
  if (blocks.length === 0) {
    if (content.length === 0) losses.lose('empty-text', 'a message without content');
    return { role, content: '(empty)', ...fields };
  }
  const isPlain = typeof content === 'string' && cacheMarker(message).cache_control === undefined;
  const written = isPlain ? scalarText(blocks[0]?.['text']) : markLast(blocks, message);
  return { role, content: written, ...fields };
}

function writeAssistant(
  message: AssistantMessage,
  losses: LossSink,
  sources: CitedSources | undefined,
): Draft | undefined {
  const isText = typeof message.content === 'string';
  const parts = typeof message.content === 'string' ? [textPart(message.content)] : message.content;
  const hosted = hostedPairs(parts);
  const blocks = parts.flatMap((part, index) => {
    const sink = isText ? losses : losses.at(index);
    return writeAssistantPart(part, hosted, sink).map((block) => {
      sources?.note(block);
      return sources?.withHeldCitations(block, sink) ?? block;
    });
  });
  while (/^(?:redacted_)?thinking$/.test(scalarText(blocks.at(-1)?.['type']))) {
    losses.lose('reasoning', 'nothing follows it');
    blocks.pop();
  }
  if (blocks.length === 0) {
    if (parts.length === 0) losses.lose('empty-text', 'a message without content');
    return undefined;
  }
  const marker = cacheMarker(message).cache_control;
  const content =
    isText && marker === undefined ? scalarText(blocks[0]?.['text']) : markLast(blocks, message);
  return { role: 'assistant', content, ...keptFields(message, ANTHROPIC) };
}

/** Puts a message's cache marker on its last block that may have one. */
function markLast(blocks: Fields[], message: ModelMessage): Fields[] {
  const marker = cacheMarker(message);
  if (marker.cache_control === undefined) return blocks;
  const last = blocks.findLastIndex(({ type }) => !scalarText(type).endsWith('thinking'));
  return blocks.map((block, index) => (index === last ? { ...marker, ...block } : block));
}

/** Instructions as a text, or as blocks if they carry more than text. */
export function writeSystem(
  messages: readonly SystemMessage[],
  options: WriteOptions,
): string | AnthropicTextBlock[] | undefined {
  const blocks = messages.flatMap((message, index) => {
    const losses = lossSink(ANTHROPIC, options, index);
    loseOthers(message, losses);
    return plainText(message.content, losses).map((block) => ({
      ...block,
      ...blockFields(message),
    }));
  });
  const [only] = blocks;
  if (only === undefined) return undefined;
  const isPlain =
    blocks.length === 1 &&
    Object.keys(only).length === 2 &&
    messages.every((message) => keptIn(message, ANTHROPIC)['list'] !== true);
  return isPlain ? scalarText(only['text']) : (blocks as unknown as AnthropicTextBlock[]);
}
