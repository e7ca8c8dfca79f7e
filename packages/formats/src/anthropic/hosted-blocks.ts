import type { AssistantPart, JsonValue, ToolCallPart, ToolResultPart } from '@everlong/core';

import { type Fields, fieldsOf, isFields, textOf, scalarText } from '../json/json-fields.js';
import { isSameJson } from '../json/same-json.js';
import { keep, keptIn, withOptions } from '../messages/kept-fields.js';
import type { CallNames } from '../messages/open-calls.js';
import { ANTHROPIC, blockFields, keepBlock } from './anthropic-options.js';

/** Tools that the AI SDK calls `code_execution`, with their own name in the input. */
const codeTools: ReadonlySet<string> = new Set([
  'bash_code_execution',
  'text_editor_code_execution',
]);

/** Whether a block is a call of a tool that Anthropic runs, or its result. */
export function isHostedBlock({ type, id, tool_use_id }: Fields): boolean {
  if (type === 'server_tool_use' || type === 'mcp_tool_use') return typeof id === 'string';
  return (
    typeof type === 'string' && type.endsWith('_tool_result') && typeof tool_use_id === 'string'
  );
}

/** The block as the AI SDK has it. */
export function readHostedBlock(block: Fields, names: CallNames): AssistantPart {
  return 'tool_use_id' in block ? readResult(block, names) : readCall(block);
}

function readCall(block: Fields): ToolCallPart {
  const { type, id, name, input, server_name } = block;
  const called = textOf(name) ?? 'unknown';
  const isCode = codeTools.has(called);
  const part: ToolCallPart = {
    type: 'tool-call',
    toolCallId: scalarText(id),
    toolName: isCode ? 'code_execution' : called,
    input: isCode ? { type: called, ...fieldsOf(input) } : (input ?? {}),
    providerExecuted: true,
  };
  const isMcp = type === 'mcp_tool_use';
  const own = isMcp ? { type: 'mcp-tool-use', serverName: server_name } : {};
  const read = ['id', 'name', 'input', ...(isMcp ? ['server_name'] : [])];
  return keepBlock(
    keep(withOptions(part, ANTHROPIC, own), ANTHROPIC, { hosted: type }),
    block,
    ...read,
  );
}

function readResult(block: Fields, names: CallNames): ToolResultPart {
  const { type, tool_use_id, content, is_error } = block;
  const toolCallId = scalarText(tool_use_id);
  const isError = is_error === true || isErrorContent(content);
  const camel = spellsCamel(scalarText(type), content) ? renameKeys(content, toCamel) : content;
  const comesBack = isSameJson(renameKeys(camel, toSnake), content);
  const value = (comesBack ? camel : content) as JsonValue;
  const part: ToolResultPart = {
    type: 'tool-result',
    toolCallId,
    toolName: names.nameOf(toolCallId),
    output: { type: isError ? 'error-json' : 'json', value: value ?? null },
  };
  const spelled = comesBack && camel !== content;
  const marks = { hosted: type, ...(spelled ? { camel: true } : {}) };
  return keepBlock(keep(part, ANTHROPIC, marks), block, 'tool_use_id', 'content');
}

function isErrorContent(content: unknown): boolean {
  return scalarText(fieldsOf(content)['type']).endsWith('_error');
}

/** The AI SDK spells what the web tools return, and errors, in its own way. */
function spellsCamel(type: string, content: unknown): boolean {
  return type.startsWith('web_') || isErrorContent(content);
}

/**
 * Ids of the calls in a message that Anthropic ran and that have a result: the API accepts both or
 * neither.
 */
export function hostedPairs(parts: readonly AssistantPart[]): Set<string> {
  const idsOf = (type: string): string[] =>
    parts.flatMap((part) =>
      (part.type === 'tool-call' || part.type === 'tool-result') &&
      part.type === type &&
      blockType(part) !== undefined
        ? [part.toolCallId]
        : [],
    );
  const answered = new Set(idsOf('tool-result'));
  return new Set(idsOf('tool-call').filter((id) => answered.has(id)));
}

/** The block of a call or result that Anthropic made. */
export function writeHostedPart(part: ToolCallPart | ToolResultPart): Fields {
  const type = blockType(part);
  if (part.type === 'tool-result') {
    const { hosted, camel } = keptIn(part, ANTHROPIC);
    const value = 'value' in part.output ? part.output.value : part.output.reason;
    const isCamel =
      camel === true || (hosted === undefined && spellsCamel(scalarText(type), value));
    const content = isCamel ? renameKeys(value, toSnake) : value;
    return { type, tool_use_id: part.toolCallId, content, ...blockFields(part) };
  }
  const { type: code, ...input } = fieldsOf(part.input);
  const isCode = part.toolName === 'code_execution' && codeTools.has(scalarText(code));
  const { serverName } = fieldsOf(part.providerOptions?.[ANTHROPIC]);
  return {
    type,
    id: part.toolCallId,
    name: isCode ? code : part.toolName,
    input: isCode ? input : part.input,
    ...(type === 'mcp_tool_use' ? { server_name: serverName } : {}),
    ...blockFields(part),
  };
}

/** The type of the block, as kept or by the id; undefined for calls of other providers. */
function blockType(part: ToolCallPart | ToolResultPart): string | undefined {
  const { hosted } = keptIn(part, ANTHROPIC);
  if (typeof hosted === 'string') return hosted;
  const isMcp = part.toolCallId.startsWith('mcptoolu_');
  if (!isMcp && !part.toolCallId.startsWith('srvtoolu_')) return undefined;
  if (part.type === 'tool-call') return isMcp ? 'mcp_tool_use' : 'server_tool_use';
  if (isMcp) return 'mcp_tool_result';
  if (part.toolName !== 'code_execution') return `${part.toolName}_tool_result`;
  const { value } = part.output as { value?: unknown };
  const shape = /^(bash_|text_editor_)?code_execution/.exec(scalarText(fieldsOf(value)['type']));
  return shape === null ? 'code_execution_tool_result' : `${shape[0]}_tool_result`;
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  );
}

function toCamel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
