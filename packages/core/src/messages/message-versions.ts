import type { SharedAiSdkMessage } from './ai-sdk-6-message.js';
import type {
  FileData,
  FilePart,
  MessagePart,
  ModelMessage,
  TextPart,
  ToolResultContent,
} from './message.js';
import { bytesToBase64 } from './message-codec.js';
import { normalizeMessage } from './normalize-message.js';

/**
 * The message in the shapes of `ai` 6 (provider specification v3): file data untagged, files in
 * results as `file-data`, `image-data` and `file-url`. Media types keep; a file in a provider's
 * storage is named, except in results; items that one provider alone reads are left out. `ai` 7 takes
 * these shapes as well.
 */
export function toAiSdk6Message(message: ModelMessage): SharedAiSdkMessage {
  const older = mapParts(withoutNewParts(toAiSdk7Message(message)), (part) => {
    if (part.type === 'file' && isReference(part.data as FileData)) return storageNote(part);
    if (part.type === 'file') {
      return { ...part, data: untagged(part.data as FileData) } as MessagePart;
    }
    if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
    const value = part.output.value.map((item) => (item.type === 'file' ? olderFile(item) : item));
    return { ...part, output: { ...part.output, value } };
  });
  return older as SharedAiSdkMessage;
}

/**
 * The message in the shapes of `ai` 7: files everywhere are `file` parts with tagged data, and
 * those behind `data:` URLs are inline.
 */
export function toAiSdk7Message(message: ModelMessage): ModelMessage {
  return mapParts(normalizeMessage(message), (part) => {
    if (part.type === 'file') return { ...part, data: inlined(part.data as FileData) };
    if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
    return { ...part, output: { ...part.output, value: part.output.value.map(taggedFile) } };
  });
}

function mapParts(message: ModelMessage, map: (part: MessagePart) => MessagePart): ModelMessage {
  if (typeof message.content === 'string') return message;
  const parts: readonly MessagePart[] = message.content;
  return { ...message, content: parts.map(map) } as ModelMessage;
}

function inlined(data: FileData): FileData {
  if (data.type !== 'url' || data.url.protocol !== 'data:') return data;
  const { href } = data.url;
  const comma = href.indexOf(',');
  const body = percentDecoded(href.slice(comma + 1));
  const isBase64 = href.slice(0, comma).endsWith(';base64');
  return { type: 'data', data: isBase64 ? new TextDecoder().decode(body) : body };
}

/** The bytes of percent-encoded text; a `%` without two hexadecimal digits stands for itself. */
function percentDecoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const digits = text.charCodeAt(index) === PERCENT ? text.slice(index + 1, index + 3) : '';
    const isEscape = /^[\da-f]{2}$/i.test(digits);
    decoded[length++] = isEscape ? Number.parseInt(digits, 16) : (bytes[index] ?? 0);
    if (isEscape) index += 2;
  }
  return decoded.slice(0, length);
}

const PERCENT = '%'.charCodeAt(0);

function untagged(data: FileData): unknown {
  switch (data.type) {
    case 'data':
      return data.data;
    case 'url':
      return data.url;
    case 'text':
      return new TextEncoder().encode(data.text);
    default:
      return data;
  }
}

/** That version has no such parts, and nothing that would stand for them. */
function withoutNewParts(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.filter(
    ({ type }) => type !== 'custom' && type !== 'reasoning-file',
  );
  return { ...message, content };
}

function isReference({ type }: FileData): boolean {
  return type === 'reference';
}

/** That version takes no file of a message by its place in a provider's storage. */
function storageNote({ filename, mediaType }: FilePart): TextPart {
  return { type: 'text', text: `[file: ${filename ?? mediaType}, in a provider's storage]` };
}

type File = Extract<ToolResultContent, { type: 'file' }>;

function olderFile({ data, mediaType, filename, providerOptions }: File): ToolResultContent {
  const shared = providerOptions === undefined ? {} : { providerOptions };
  const isImage = mediaType.startsWith('image');
  switch (data.type) {
    case 'url': {
      const url = data.url.href;
      return isImage
        ? { ...shared, type: 'image-url', url }
        : { ...shared, type: 'file-url', url, mediaType };
    }
    case 'reference':
      return { ...shared, type: 'file-id', fileId: data.reference };
    case 'text':
      return { ...shared, type: 'text', text: data.text };
    case 'data': {
      const base64 = typeof data.data === 'string' ? data.data : bytesToBase64(bytesOf(data.data));
      if (isImage) return { ...shared, type: 'image-data', data: base64, mediaType };
      const named = filename === undefined ? shared : { ...shared, filename };
      return { ...named, type: 'file-data', data: base64, mediaType };
    }
  }
}

function bytesOf(data: Uint8Array | ArrayBuffer): Uint8Array {
  return data instanceof Uint8Array ? data : new Uint8Array(data);
}

function taggedFile(item: ToolResultContent): ToolResultContent {
  const shared =
    item.providerOptions === undefined ? {} : { providerOptions: item.providerOptions };
  switch (item.type) {
    case 'file-data':
    case 'image-data': {
      const { data, mediaType } = item;
      const named =
        'filename' in item && item.filename !== undefined ? { filename: item.filename } : {};
      return { ...shared, ...named, type: 'file', data: { type: 'data', data }, mediaType };
    }
    case 'file-url':
    case 'image-url': {
      // It cannot be fetched: the provider is given its text.
      if (!URL.canParse(item.url)) return { ...shared, type: 'text', text: item.url };
      const given = 'mediaType' in item ? item.mediaType : undefined;
      const mediaType =
        given ?? (item.type === 'image-url' ? 'image/*' : 'application/octet-stream');
      return { ...shared, type: 'file', data: { type: 'url', url: new URL(item.url) }, mediaType };
    }
    case 'file-reference':
    case 'image-file-reference': {
      const reference = item.providerReference;
      const mediaType = item.type === 'file-reference' ? 'application/octet-stream' : 'image/*';
      return { ...shared, type: 'file', data: { type: 'reference', reference }, mediaType };
    }
    default:
      return item;
  }
}
