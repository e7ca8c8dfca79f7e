import type { ModelMessage, SystemMessage } from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf, textOf } from '../json/json-fields.js';
import { keep, otherFields, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { ANTHROPIC } from './anthropic-options.js';
import { readSystemTurn } from './system-turns.js';
import { readAssistantBlock, readInlineBlock, readResultBlock } from './read-anthropic-block.js';

/**
 * Reads a message of the shape `anthropicMessages`. One that holds results and other blocks becomes
 * a tool message and a user message.
 */
export function readAnthropicMessage(message: Fields, names: CallNames): ModelMessage[] {
  if (message['role'] === 'system') return [readSystemTurn(message)];
  const { content } = message;
  const role = message['role'] === 'assistant' ? 'assistant' : 'user';
  const kept = { fields: otherFields(message, 'role', 'content') };
  if (typeof content === 'string') return [keep({ role, content }, ANTHROPIC, kept)];
  const blocks = listOf(content);
  if (role === 'assistant') {
    const parts = blocks.map((block) => {
      const part = readAssistantBlock(block, names);
      if (part.type === 'tool-call') names.noteCall(part);
      return part;
    });
    return [keep({ role, content: parts }, ANTHROPIC, kept)];
  }
  const results = blocks.filter(isResult);
  const others = blocks.filter((block) => !isResult(block));
  if (results.length === 0) {
    return [keep({ role, content: others.map(readInlineBlock) }, ANTHROPIC, kept)];
  }
  const answers = results.map((block) => readResultBlock(block, names));
  const tool = keep({ role: 'tool' as const, content: answers }, ANTHROPIC, kept);
  if (others.length === 0) return [tool];
  const user: ModelMessage = { role, content: others.map(readInlineBlock) };
  return [tool, keep(user, ANTHROPIC, { joined: true })];
}

function isResult(block: unknown): boolean {
  return fieldsOf(block)['type'] === 'tool_result';
}

/** The instructions of a body: a text, or one message for each block. */
export function readSystem(system: unknown): SystemMessage[] {
  if (typeof system === 'string') return [{ role: 'system', content: system }];
  return listOf(system).map((block) => {
    const fields = fieldsOf(block);
    const { text, cache_control } = fields;
    const cacheControl = isFields(cache_control) ? cache_control : undefined;
    const known = cacheControl === undefined ? [] : ['cache_control'];
    const message: SystemMessage = { role: 'system', content: textOf(text) ?? '' };
    return keep(withOptions(message, ANTHROPIC, { cacheControl }), ANTHROPIC, {
      list: true,
      fields: otherFields(fields, 'type', 'text', ...known),
    });
  });
}
