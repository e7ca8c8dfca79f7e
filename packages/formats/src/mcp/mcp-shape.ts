import { aBoolean, aString, byKind, fields, listOf, optional } from '../json/shape.js';

const file = fields({ data: aString, mimeType: optional(aString) });
const piece = byKind('type', { text: fields({ text: aString }), image: file, audio: file });

/** What a tool of an MCP server returns. */
export const mcpResult = fields({ content: listOf(piece), isError: optional(aBoolean) });
