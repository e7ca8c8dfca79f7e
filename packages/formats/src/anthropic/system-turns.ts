import type { SystemMessage } from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf } from '../json/json-fields.js';
import { keep, keptFields, keptIn, otherFields, withOptions } from '../messages/kept-fields.js';
import type { LossSink } from '../messages/loss.js';
import { blockAsText } from '../messages/unknown-block.js';
import { ANTHROPIC, cacheMarker } from './anthropic-options.js';
import { plainText } from './write-anthropic-block.js';

/** A `system` message in mid-conversation while a request is written. */
export interface SystemTurn {
  role: 'system';
  content: Fields[] | string;
  [field: string]: unknown;
}

/** Reads a `system` message of a conversation: its texts, and of other blocks their JSON. */
export function readSystemTurn(message: Fields): SystemMessage {
  const fields = otherFields(message, 'role', 'content');
  if (typeof message['content'] === 'string') {
    const { content } = message;
    return keep({ role: 'system', content }, ANTHROPIC, { fields });
  }
  const given = listOf(message['content']).map(fieldsOf);
  const markers = given.map(({ cache_control }) => cache_control).filter(isFields);
  const blocks = given.map((block) => otherFields(block, 'cache_control'));
  const read: SystemMessage = { role: 'system', content: textOf(blocks) };
  const marked = withOptions(read, ANTHROPIC, { cacheControl: markers.at(-1) });
  return keep(marked, ANTHROPIC, { fields, blocks });
}

function textOf(blocks: readonly Fields[]): string {
  const texts = blocks.map((block) =>
    block['type'] === 'text' ? String(block['text']) : blockAsText(block, ANTHROPIC).text,
  );
  return texts.join('\n\n');
}

/** The message as it was read, or as a text if its text is another one; nothing for a blank one. */
export function writeSystemTurn(message: SystemMessage, losses: LossSink): SystemTurn | undefined {
  const { blocks } = keptIn(message, ANTHROPIC);
  const kept = listOf(blocks).map(fieldsOf);
  const isSame = kept.length > 0 && textOf(kept) === message.content;
  const changes = toolChangesOf(message);
  const written = isSame
    ? kept
    : [...changes, ...(message.content === '' ? [] : plainText(message.content, losses))];
  const [only] = written;
  const last = written.at(-1);
  if (only === undefined || last === undefined) return undefined;
  const marker = cacheMarker(message);
  const isPlain = !isSame && changes.length === 0 && marker.cache_control === undefined;
  const content = isPlain
    ? String(only['text'])
    : [...written.slice(0, -1), { ...last, ...marker }];
  return { role: 'system', content, ...keptFields(message, ANTHROPIC) };
}

/** The tool changes of a `system` message of the AI SDK, as blocks of the API. */
function toolChangesOf({ providerOptions }: SystemMessage): Fields[] {
  return listOf(providerOptions?.[ANTHROPIC]?.['toolChanges'])
    .map(fieldsOf)
    .map(({ type, toolName, tool }) => {
      const { name, description, inputSchema } = fieldsOf(tool);
      const definition = {
        name,
        ...(description === undefined ? {} : { description }),
        input_schema: { ...fieldsOf(inputSchema), type: 'object' },
      };
      const isDefined = tool !== undefined;
      return {
        type,
        tool: isDefined
          ? { type: 'tool_definition', definition }
          : { type: 'tool_reference', name: toolName },
      };
    });
}

/**
 * The places of the turns that the API takes: behind a user's message, and at the end or before an
 * answer. Several in a row count as one.
 */
export function systemPlaces(roles: readonly string[]): Set<number> {
  const places = new Set<number>();
  for (let start = 0; start < roles.length; start++) {
    if (roles[start] !== 'system') continue;
    let end = start;
    while (roles[end + 1] === 'system') end++;
    if (roles[start - 1] === 'user' && roles[end + 1] !== 'user') {
      for (let place = start; place <= end; place++) places.add(place);
    }
    start = end;
  }
  return places;
}

/** The first turn with the blocks of the second; `undefined` where one has settings of its own. */
export function joinedTurns(first: SystemTurn, second: SystemTurn): SystemTurn | undefined {
  const isBare = [first, second].every((turn) => Object.keys(turn).length === 2);
  if (!isBare) return undefined;
  return { role: 'system', content: [...blocksOf(first), ...blocksOf(second)] };
}

function blocksOf({ content }: SystemTurn): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
