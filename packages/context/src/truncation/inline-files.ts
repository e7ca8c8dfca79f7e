import type { FilePart, ModelMessage, ToolResultPart } from '@everlong/core';

import { textOfFile } from '../rendering/text-file.js';
import type { RequestLimits } from './request-limits.js';

/** How many images and how many bytes of inline files a message holds. */
export interface InlineFiles {
  images: number;
  bytes: number;
  /** The largest image. */
  maxImageBytes: number;
}

/** By message: messages live longer than the views, each of which asks for all of them. */
const measured = new WeakMap<ModelMessage, InlineFiles>();

/** Measured once a message; bytes are those of base64 text, as they are sent. */
export function inlineFiles(message: ModelMessage): InlineFiles {
  const known = measured.get(message);
  if (known !== undefined) return known;
  const files: InlineFiles = { images: 0, bytes: 0, maxImageBytes: 0 };
  for (const { mediaType, bytes } of filesIn(message)) {
    files.bytes += bytes;
    if (!mediaType.startsWith('image/')) continue;
    files.images++;
    files.maxImageBytes = Math.max(files.maxImageBytes, bytes);
  }
  measured.set(message, files);
  return files;
}

/** Whether messages keep to a provider's limits of files, images and messages. */
export function withinLimits(messages: readonly ModelMessage[], limits: RequestLimits): boolean {
  let images = 0;
  let bytes = 0;
  for (const message of messages) {
    const files = inlineFiles(message);
    images += files.images;
    bytes += files.bytes;
  }
  return (
    images <= limits.maxImages &&
    bytes <= limits.maxFileBytes &&
    messages.length <= limits.maxMessages
  );
}

/** The message with a line of text in place of each file: its type, size and name. */
export function withoutFiles(message: ModelMessage): ModelMessage {
  if (typeof message.content === 'string' || filesIn(message).length === 0) return message;
  const parts: readonly { type: string }[] = message.content;
  const content = parts.map((part) => {
    if (part.type === 'file') return textOfFile(part as FilePart) ?? placeholder(part);
    if (part.type !== 'tool-result') return part;
    const result = part as ToolResultPart;
    if (result.output.type !== 'content') return part;
    const value = result.output.value.map((item) => (fileOf(item) ? placeholder(item) : item));
    return { ...result, output: { ...result.output, value } };
  });
  return { ...message, content } as ModelMessage;
}

interface SizedFile {
  mediaType: string;
  bytes: number;
  name?: string;
}

function filesIn(message: ModelMessage): SizedFile[] {
  if (typeof message.content === 'string') return [];
  return message.content.flatMap((part) => {
    const items: readonly { type: string }[] =
      part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : [part];
    return items.flatMap((item) => fileOf(item) ?? []);
  });
}

function fileOf(item: { type: string }): SizedFile | undefined {
  if (item.type === 'file') {
    const { mediaType, data, filename } = item as FilePart;
    return {
      mediaType,
      bytes: sizeOf(data),
      ...(filename === undefined ? {} : { name: filename }),
    };
  }
  if (item.type === 'file-data' || item.type === 'image-data') {
    const { mediaType, data } = item as { mediaType: string; data: string } & typeof item;
    return { mediaType, bytes: data.length };
  }
  if (item.type === 'image-url' || item.type === 'image-file-id') {
    return { mediaType: 'image/*', bytes: 0 };
  }
  return undefined;
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) {
    return Math.ceil((data.byteLength * 4) / 3);
  }
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : undefined;
  return inner === undefined ? 0 : sizeOf(inner);
}

function placeholder(item: { type: string }): { type: 'text'; text: string } {
  const { mediaType, bytes, name } = fileOf(item) ?? { mediaType: item.type, bytes: 0 };
  const kind = mediaType.startsWith('image/') ? 'image' : 'file';
  const details = [mediaType, `${Math.round((bytes * 3) / 4)} bytes`, ...(name ? [name] : [])];
  return { type: 'text', text: `[${kind}: ${details.join(', ')}]` };
}
