import type { JsonObject, ToolResultContent, ToolResultOutput } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { type Fields, fieldsOf, textOf } from '../json/json-fields.js';
import { checkShape } from '../messages/check-shape.js';
import { partText, fileView, fullMediaType } from '../messages/file-view.js';
import { keep, keptFields, otherFields } from '../messages/kept-fields.js';
import { lossSink, type LossSink, type WriteOptions } from '../messages/loss.js';
import { definitionsOf, toolList } from '../messages/tool-definition.js';
import { blockAsText, blockOfText } from '../messages/unknown-block.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import { textPart } from '../parts/content-parts.js';
import { mcpResult } from './mcp-shape.js';
import type { McpContent, McpTool, McpToolResult } from './tool-result.js';
import { DENIED_TEXT } from '../parts/denied-text.js';

const MCP = 'mcp';

/**
 * The output of a tool of an MCP server, from its `CallToolResult`. A single text is a text, an
 * error without files an error. Throws `UnsupportedFormatError` for anything else.
 */
export function read(result: unknown): ToolResultOutput {
  const { content, isError, structuredContent } = fieldsOf(result);
  if (!Array.isArray(content)) throw unsupportedShape(MCP, 'a result with content', result);
  checkShape(MCP, 'result', result, mcpResult);
  const pieces = content.map((piece) => readPiece(piece));
  const [first] = pieces;
  const kept = {
    fields: otherFields(fieldsOf(result), 'content', 'isError'),
    ...(isError === false ? { isError } : {}),
  };
  const texts = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []));
  if (isError === true && texts.length === pieces.length) {
    const marks = pieces.length === 1 ? {} : { content: content as JsonObject[] };
    return keep({ type: 'error-text', value: texts.join('\n') }, MCP, { ...kept, ...marks });
  }
  const isPlain = pieces.length === 1 && first?.type === 'text';
  if (isPlain && first.providerOptions === undefined && structuredContent === undefined) {
    return keep({ type: 'text', value: first.text }, MCP, kept);
  }
  const list = keep({ type: 'content' as const, value: pieces }, MCP, kept);
  return isError === true ? keep(list, MCP, { isError }) : list;
}

function readPiece(piece: unknown): ToolResultContent {
  const fields = fieldsOf(piece);
  const { type, text, data, mimeType } = fields;
  if (type === 'text' && typeof text === 'string') {
    return keep(textPart(text), MCP, { fields: otherFields(fields, 'type', 'text') });
  }
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    const mediaType = textOf(mimeType) ?? `${type}/*`;
    const file: ToolResultContent = { type: 'file', data: { type: 'data', data }, mediaType };
    return keep(file, MCP, { fields: otherFields(fields, 'type', 'data', 'mimeType') });
  }
  return blockAsText(piece, MCP);
}

/** The output as a `CallToolResult`. */
export function write(output: ToolResultOutput, options: WriteOptions = {}): McpToolResult {
  const losses = lossSink(MCP, options, 0);
  const { fields, isError, content } = fieldsOf(
    fieldsOf(output.providerOptions?.['everlong'])[MCP],
  );
  const rest = fieldsOf(fields);
  const flagged = typeof isError === 'boolean' ? { isError } : {};
  switch (output.type) {
    case 'text':
      return { content: [textPiece(output.value)], ...flagged, ...rest };
    case 'error-text':
      return { content: errorPieces(output.value, content), isError: true, ...rest };
    case 'execution-denied':
      losses.lose('result-shape', 'a refusal becomes an error');
      return {
        content: [textPiece(output.reason ?? DENIED_TEXT)],
        isError: true,
      };
    case 'json':
    case 'error-json': {
      losses.lose('result-shape', 'JSON becomes its text');
      const error = output.type === 'error-json' ? { isError: true } : {};
      return { content: [textPiece(jsonText(output.value))], ...error, ...rest };
    }
    case 'content':
      return {
        content: output.value.map((piece, index) => writePiece(piece, losses.at(index))),
        ...flagged,
        ...rest,
      };
  }
}

/** The pieces that an error was made of, unless its text was changed. */
function errorPieces(value: string, content: unknown): McpContent[] {
  const pieces = Array.isArray(content) ? (content as McpContent[]) : [];
  const texts = pieces.map((piece) => (piece.type === 'text' ? piece.text : jsonText(piece)));
  return pieces.length > 0 && texts.join('\n') === value ? pieces : [textPiece(value)];
}

function textPiece(text: string): McpContent {
  return { type: 'text', text };
}

function writePiece(piece: ToolResultContent, losses: LossSink): McpContent {
  const fields = keptFields(piece, MCP);
  if (piece.type === 'text') {
    const block = blockOfText(piece, MCP);
    return (block as McpContent | undefined) ?? { ...textPiece(piece.text), ...fields };
  }
  const view = fileView(piece);
  if (view?.source.kind === 'base64') {
    const mimeType = fullMediaType(view, losses);
    const [family] = mimeType.split('/');
    const { data } = view.source;
    if (family === 'image' || family === 'audio')
      return { type: family, data, mimeType, ...fields };
  }
  losses.lose(view === undefined ? 'custom' : 'file', piece.type);
  return textPiece(partText(view, piece));
}

/**
 * Tools of any shape as an MCP server lists them; its own as they are. Throws
 * `UnsupportedFormatError` for a tool that a provider runs.
 */
export function tools(definitions: unknown): McpTool[] {
  return toolList(definitions).flatMap((tool): McpTool[] => {
    if (isOwn(tool)) return [tool as unknown as McpTool];
    return definitionsOf(tool).map(({ inputSchema, ...named }) => ({
      ...named,
      inputSchema: { ...inputSchema, type: 'object' },
    }));
  });
}

/** An AI SDK tool also has `inputSchema`, but not as plain JSON Schema. */
function isOwn({ name, inputSchema }: Fields): boolean {
  return typeof name === 'string' && fieldsOf(inputSchema)['type'] === 'object';
}
