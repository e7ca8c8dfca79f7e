import type { FilePart, ModelMessage, ToolResultPart } from '@everlong/core';
import { BY_URL } from '@everlong/core/internal';

import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';
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

/**
 * The entries with a line of text in place of each file that the provider takes in no request: an
 * image that is too large, a file in a tool result, one of a kind that it was seen to refuse.
 */
export function withoutRefusedFiles(
  rendered: RenderedEntry[],
  { maxImageBytes, toolResultFiles, refusedFiles = [] }: RequestLimits,
): RenderedEntry[] {
  const allowed = (message: ModelMessage): boolean =>
    inlineFiles(message).maxImageBytes <= maxImageBytes &&
    (toolResultFiles || message.role !== 'tool');
  const change = {
    disposition: 'truncated',
    reason: 'files that the provider does not take',
  } as const;
  return rendered.map((entry) => {
    const messages = entry.messages.map((message) => {
      const rest = refusedFiles.length === 0 ? message : withoutKinds(message, refusedFiles);
      return allowed(rest) ? rest : withoutFiles(rest);
    });
    return withMessages(entry, messages, change);
  });
}

/** The group with a line of text in place of each of its files. */
export function withFilesNamed({ rendered }: MessageGroup): RenderedEntry[] {
  const change = { disposition: 'truncated', reason: 'over the limit of files' } as const;
  return rendered.map((entry) => withMessages(entry, entry.messages.map(withoutFiles), change));
}

/** The message with a line of text in place of each file: its type, size and name. */
export function withoutFiles(message: ModelMessage): ModelMessage {
  if (filesIn(message).length === 0) return message;
  return mapFiles(message, (file) => textOfFile(file as FilePart) ?? placeholder(file));
}

/** The kinds of a message's files, each once: what providers take depends on them. */
export function fileKinds(message: ModelMessage): string[] {
  return [...new Set(filesIn(message).map(kindOfFile))];
}

/** The message with a line of text that says so in place of each file of a refused kind. */
function withoutKinds(message: ModelMessage, refused: readonly string[]): ModelMessage {
  if (!filesIn(message).some((file) => refused.includes(kindOfFile(file)))) return message;
  return mapFiles(message, (item) => {
    const file = fileOf(item);
    return file !== undefined && refused.includes(kindOfFile(file))
      ? placeholder(item, NOT_TAKEN)
      : item;
  });
}

/** Tells the model why it does not see the file. */
const NOT_TAKEN = 'not sent, since this model takes no such file';

/** The message with something else in place of its files. */
function mapFiles(
  message: ModelMessage,
  change: (file: { type: string }) => { type: string },
): ModelMessage {
  if (typeof message.content === 'string') return message;
  const parts: readonly { type: string }[] = message.content;
  const content = parts.map((part) => {
    if (part.type === 'file') return change(part);
    if (part.type !== 'tool-result') return part;
    const result = part as ToolResultPart;
    if (result.output.type !== 'content') return part;
    const value = result.output.value.map((item) => (fileOf(item) ? change(item) : item));
    return { ...result, output: { ...result.output, value } };
  });
  return { ...message, content } as ModelMessage;
}

interface SizedFile {
  mediaType: string;
  bytes: number;
  name?: string;
  /** Whether the provider is to fetch it. */
  isUrl?: true;
}

function kindOfFile({ mediaType, isUrl }: SizedFile): string {
  const type = mediaType.toLowerCase();
  return isUrl === true ? `${type}${BY_URL}` : type;
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
      ...(isAddress(data) ? { isUrl: true } : {}),
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

/** Whether a provider gets the content by its URL; a data URL holds it. */
function isAddress(data: unknown): boolean {
  if (data instanceof URL) return data.protocol !== 'data:';
  if (typeof data === 'string') return /^https?:/i.test(data);
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined;
  return url !== undefined && isAddress(url);
}

function placeholder(item: { type: string }, note?: string): { type: 'text'; text: string } {
  const { mediaType, bytes, name } = fileOf(item) ?? { mediaType: item.type, bytes: 0 };
  const kind = mediaType.startsWith('image/') ? 'image' : 'file';
  const details = [mediaType, `${Math.round((bytes * 3) / 4)} bytes`, ...(name ? [name] : [])];
  const why = note === undefined ? '' : `: ${note}`;
  return { type: 'text', text: `[${kind}: ${details.join(', ')}${why}]` };
}
