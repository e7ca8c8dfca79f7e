import type { DataContent } from '@everlong/core';
import { base64ToBytes } from '@everlong/core/internal';

import { readImageSize } from './image-size.js';
import { imageTokens } from './image-tokens.js';
import type { ImageRule } from '../models/model-info.js';

/**
 * A page of a PDF: its text (Anthropic's PDF page: 1,500 to 3,000 tokens) in addition to its image.
 */
const PDF_PAGE_TEXT_TOKENS = 3000;
/** Google's token guide: 258 a page, text included. */
const GEMINI_PDF_PAGE_TOKENS = 258;
/** 32 tokens a second (Google's token guide) of 8 kB a second (64 kbit/s). */
const AUDIO_BYTES_PER_TOKEN = 250;
/** 263 tokens a second (Google's token guide) of 125 kB a second (1 Mbit/s). */
const VIDEO_BYTES_PER_TOKEN = 475;
/** A file whose content is not in the message: a medium image or a few pages. */
const UNSEEN_FILE_TOKENS = 1600;

/**
 * Tokens of a file or image in a prompt. Content may be bytes, base64 or a data URL; anything else
 * is a reference whose content the provider fetches. `countText` counts the text of text files.
 */
export function mediaTokens(
  content: unknown,
  mediaType: string | undefined,
  rule: ImageRule,
  countText: (text: string) => number,
): number {
  const data = inlineData(content);
  const type = (data?.mediaType ?? mediaType ?? 'image').toLowerCase();
  const bytes = data === undefined ? undefined : toBytes(data.content);
  if (type.startsWith('image')) {
    return imageTokens(rule, bytes === undefined ? undefined : readImageSize(bytes));
  }
  if (bytes === undefined) return UNSEEN_FILE_TOKENS;
  if (type === 'application/pdf') return pdfTokens(bytes, rule);
  if (type.startsWith('audio')) return Math.ceil(bytes.length / AUDIO_BYTES_PER_TOKEN);
  if (type.startsWith('video')) return Math.ceil(bytes.length / VIDEO_BYTES_PER_TOKEN);
  return countText(new TextDecoder().decode(bytes));
}

interface InlineData {
  content: DataContent;
  mediaType?: string | undefined;
}

function inlineData(content: unknown): InlineData | undefined {
  if (content instanceof URL) return inlineData(content.href);
  if (content instanceof Uint8Array || content instanceof ArrayBuffer) return { content };
  if (typeof content !== 'string') return undefined;
  const dataUrl = /^data:([^,;]*)[^,]*?(;base64)?,/.exec(content.slice(0, 256));
  if (dataUrl !== null) {
    const body = content.slice(dataUrl[0].length);
    const mediaType = dataUrl[1] === '' ? undefined : dataUrl[1];
    return { content: dataUrl[2] === undefined ? new TextEncoder().encode(body) : body, mediaType };
  }
  return /^[a-z][a-z0-9+.-]*:/i.test(content) ? undefined : { content };
}

function toBytes(content: DataContent): Uint8Array | undefined {
  if (typeof content === 'string') return base64ToBytes(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function pdfTokens(bytes: Uint8Array, rule: ImageRule): number {
  const pages = Math.max(1, countPdfPages(bytes));
  const perPage =
    rule === 'gemini' ? GEMINI_PDF_PAGE_TOKENS : PDF_PAGE_TEXT_TOKENS + imageTokens(rule);
  return pages * perPage;
}

/** The number of uncompressed page objects; 0 if all are in compressed streams. */
function countPdfPages(bytes: Uint8Array): number {
  const text = new TextDecoder('latin1').decode(bytes);
  return text.match(/\/Type\s{0,4}\/Page(?![a-zA-Z])/g)?.length ?? 0;
}
