import type {
  AssistantPart,
  FileData,
  ProviderOptions,
  TextPart,
  ToolResultContent,
  ToolResultOutput,
  UserPart,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { listOf } from '../json/json-fields.js';

/** A text or file as it may occur in a user message, an assistant message and a tool's result. */
export type InlinePart = TextPart | InlineFile;

/** A file whose content is tagged. */
export interface InlineFile {
  type: 'file';
  data: FileData;
  mediaType: string;
  filename?: string;
  providerOptions?: ProviderOptions;
}

/** The blocks of a message's content, which may be a single text. */
export function contentBlocks(content: unknown): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

/**
 * Text-only content is one string, its blocks joined by a line break; other parts stay as they are.
 */
export function joinText<Part extends UserPart | AssistantPart>(parts: Part[]): string | Part[] {
  const texts = plainTexts(parts);
  return texts === undefined ? parts : texts.join('\n');
}

/** What a tool gave back: a text, or the pieces when there are files among them. */
export function toolOutput(parts: ToolResultContent[], isError: boolean): ToolResultOutput {
  const texts = plainTexts(parts);
  if (texts === undefined) return { type: 'content', value: parts };
  return { type: isError ? 'error-text' : 'text', value: texts.join('\n') };
}

function plainTexts(parts: readonly (UserPart | AssistantPart | ToolResultContent)[]) {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type !== 'text' || part.providerOptions !== undefined) return undefined;
    texts.push(part.text);
  }
  return texts;
}

/** A text part. */
export function textPart(text: string): TextPart {
  return { type: 'text', text };
}

/** A block of a kind that has no message part: its JSON as text, so that it is not lost. */
export function unknownPart(block: unknown): TextPart {
  return textPart(typeof block === 'string' ? block : jsonText(block));
}

/** A file whose content is given as base64 text. */
export function dataPart(mediaType: string, base64: string, filename?: string): InlineFile {
  const named = filename === undefined ? {} : { filename };
  return { type: 'file', data: { type: 'data', data: base64 }, mediaType, ...named };
}

/** A file behind a URL; the content of a data URL is taken out, any other text is only named. */
export function urlPart(url: string, mediaType: string, filename?: string): InlinePart {
  const inline = /^data:([^;,]*)((?:;[^;,]*)*),/.exec(url);
  if (inline?.[2]?.endsWith(';base64') === true) {
    return dataPart(inline[1] || mediaType, url.slice(inline[0].length), filename);
  }
  if (!URL.canParse(url)) return missingFilePart(mediaType, filename ?? url);
  const named = filename === undefined ? {} : { filename };
  return { type: 'file', data: { type: 'url', url: new URL(url) }, mediaType, ...named };
}

/** Stands for a file whose content the transcript does not hold. */
export function missingFilePart(mediaType: string, what: string): TextPart {
  const kind = mediaType.startsWith('image') ? 'image' : 'file';
  return textPart(`[${kind}: ${mediaType}, ${what}]`);
}

/** The text of parts, a line each; files are only named. */
export function inlineText(parts: readonly InlinePart[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : (part.filename ?? `[${part.mediaType}]`)))
    .join('\n');
}
