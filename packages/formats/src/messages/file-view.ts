import type { DataContent, ToolResultContent, UserPart, ReasoningFilePart } from '@everlong/core';
import { bytesToBase64 } from '@everlong/core/internal';

import type { LossSink } from './loss.js';
import { scalarText } from '../json/json-fields.js';

/** Any file part, as one shape. */
export interface FileView {
  /** As given; `image/*` where only the kind is known. */
  mediaType: string;
  filename?: string;
  source:
    | { kind: 'base64'; data: string }
    | { kind: 'url'; url: string }
    | { kind: 'reference'; reference: Readonly<Record<string, string>> }
    | { kind: 'text'; text: string };
}

type FileLike = Exclude<UserPart, { type: 'text' }> | ReasoningFilePart | ToolResultContent;

/** The file of a part, whichever AI SDK wrote it; `undefined` for a part that is no file. */
export function fileView(part: FileLike): FileView | undefined {
  switch (part.type) {
    case 'image':
      return viewOf(part.image, part.mediaType ?? 'image/*');
    case 'file':
    case 'reasoning-file':
      return viewOf(part.data, part.mediaType, 'filename' in part ? part.filename : undefined);
    case 'file-data':
    case 'image-data':
      return viewOf(part.data, part.mediaType, 'filename' in part ? part.filename : undefined);
    case 'file-url':
      return viewOf(part.url, part.mediaType ?? 'application/octet-stream');
    case 'image-url':
      return viewOf(part.url, 'image/*');
    case 'file-id':
    case 'image-file-id':
      return referenceView(
        typeof part.fileId === 'string' ? { openai: part.fileId } : part.fileId,
        part.type,
      );
    case 'file-reference':
    case 'image-file-reference':
      return referenceView(part.providerReference, part.type);
    default:
      return undefined;
  }
}

/** The text sent in place of a file that cannot be sent. */
export function fileText({ mediaType, filename, source }: FileView): string {
  if (source.kind === 'text') return `[file: ${filename ?? 'unnamed'}]\n${source.text}`;
  const name = filename ?? (source.kind === 'url' ? source.url : mediaType);
  return `[${mediaType.startsWith('image/') ? 'image' : 'file'}: ${name}]`;
}

/** The text sent in place of a part that cannot be sent: a file, or a part of any other type. */
export function partText(view: FileView | undefined, { type }: { type: string }): string {
  return view === undefined ? `[a part of type ${type}]` : fileText(view);
}

/** The full media type: `image/*` is detected from the first bytes of inline content. */
export function fullMediaType({ mediaType, source }: FileView, losses: LossSink): string {
  if (!mediaType.endsWith('*') || source.kind !== 'base64') return mediaType;
  const full = signatures.find(([start]) => source.data.startsWith(start))?.[1];
  if (full !== undefined) losses.lose('media-type', `${mediaType} becomes ${full}`);
  return full ?? mediaType;
}

/** Beginnings of files, in base64. */
const signatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
];

/** The id of a file in a provider's storage; reports the ids at other providers as lost. */
export function fileIdAt(
  provider: string,
  reference: Readonly<Record<string, string>>,
  losses: LossSink,
): string | undefined {
  const { [provider]: id, ...others } = reference;
  const lost = Object.keys(others);
  if (id !== undefined && lost.length > 0) losses.lose('file-id', lost.join(', '));
  return id;
}

function referenceView(reference: Readonly<Record<string, string>>, type: string): FileView {
  const mediaType = type.startsWith('image') ? 'image/*' : 'application/octet-stream';
  return { mediaType, source: { kind: 'reference', reference } };
}

function viewOf(data: unknown, mediaType: string, filename?: string): FileView {
  const named = filename === undefined ? {} : { filename };
  return { ...typedSource(data, mediaType), ...named };
}

function typedSource(data: unknown, mediaType: string): FileView {
  if (data instanceof URL) return addressView(data.href, mediaType);
  if (typeof data === 'string') {
    const isAddress = /^(https?|data|gs):/i.test(data);
    return isAddress
      ? addressView(data, mediaType)
      : { mediaType, source: { kind: 'base64', data } };
  }
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) {
    return { mediaType, source: { kind: 'base64', data: base64Of(data) } };
  }
  const tagged = data as { type?: unknown } & Record<string, unknown>;
  switch (tagged.type) {
    case 'data':
      return {
        mediaType,
        source: { kind: 'base64', data: base64Of(tagged['data'] as DataContent) },
      };
    case 'url':
      return addressView(scalarText(tagged['url']), mediaType);
    case 'text':
      return { mediaType, source: { kind: 'text', text: scalarText(tagged['text']) } };
    case 'reference':
      return referenceOf(tagged['reference'], mediaType);
    default:
      return referenceOf(data, mediaType);
  }
}

function referenceOf(reference: unknown, mediaType: string): FileView {
  return {
    mediaType,
    source: { kind: 'reference', reference: reference as Record<string, string> },
  };
}

function addressView(url: string, mediaType: string): FileView {
  const inline = /^data:([^;,]*);base64,/.exec(url);
  if (inline === null) return { mediaType, source: { kind: 'url', url } };
  const data = url.slice(inline[0].length);
  return { mediaType: inline[1] || mediaType, source: { kind: 'base64', data } };
}

function base64Of(data: DataContent): string {
  if (typeof data === 'string') return data;
  return bytesToBase64(data instanceof Uint8Array ? data : new Uint8Array(data));
}
