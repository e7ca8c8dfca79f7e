import { isGeminiFile, isMediaType, isObject } from '@everlong/core/internal';
import { findModel } from '@everlong/tokenizer';

/** Parts of messages and of results that hold a file's content. */
const FILES: ReadonlySet<string> = new Set(['file', 'reasoning-file', 'file-data', 'image-data']);

/** Contents of results that hold a file's address. */
const LINKS: ReadonlySet<string> = new Set(['file-url', 'image-url']);

/**
 * The part with its inline content in the base64 that every provider takes, or with an address that
 * one can read: `undefined` where it has neither, or no media type. The part itself where it needs
 * no change, or holds no such content. `model` is the one that the request is for.
 */
export function readableFile<Part extends { type: string }>(
  part: Part,
  model: string | undefined,
): Part | undefined {
  const { data, url, mediaType } = part as { data?: unknown; url?: unknown; mediaType?: string };
  if (LINKS.has(part.type)) return readableAddress(url, model) === undefined ? undefined : part;
  if (!FILES.has(part.type)) return part;
  if (mediaType !== undefined && !isMediaType(mediaType)) return undefined;
  const readable = readableData(data, model);
  if (readable === undefined) return undefined;
  return readable === data ? part : { ...part, data: readable };
}

/** Whether a part's content is with it, in the form that every provider takes. */
export function isInlineFile(part: { type: string; data: unknown }): boolean {
  const { data } = part;
  const { type } = isObject(data) ? data : { type: undefined };
  if (data instanceof URL || (type !== undefined && type !== 'data')) return false;
  return readableFile(part, undefined) === part;
}

/** How the losses of an entry call a file that is not sent. */
export const UNREADABLE = 'unreadable: empty, no base64, or of no media type';

/** The name that losses have for a file. */
export function unreadableDetail(part: object): string {
  const { filename, mediaType } = part as { filename?: string; mediaType?: string };
  return `${filename ?? typeName(mediaType)}, ${UNREADABLE}`;
}

/** What is sent in its place. */
export function unreadableNote(part: object): { type: 'text'; text: string } {
  const { filename, mediaType } = part as { filename?: string; mediaType?: string };
  const type = typeName(mediaType);
  const kind = type.startsWith('image/') ? 'image' : 'file';
  const name = filename === undefined ? '' : `, ${filename}`;
  return { type: 'text', text: `[${kind}: ${type}, unreadable${name}]` };
}

/** What is in the place of a media type may be anything. */
function typeName(mediaType: string | undefined): string {
  return mediaType?.trim().slice(0, 100).toWellFormed() || 'file';
}

/** How the losses of an entry call a file that only another provider has. */
export const ELSEWHERE = 'at another provider';

/** Under what names the storage of each provider is known that has one. */
const STORAGE: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['anthropic'],
  openai: ['openai', 'azure'],
  google: ['google'],
};

/** Whether a part is a file in a storage that the model's provider does not read. */
export function isElsewhere(part: object, model: string | undefined): boolean {
  const owners = ownersOf(part);
  if (owners === undefined) return false;
  const storage = model === undefined ? undefined : STORAGE[findModel(model)?.provider ?? ''];
  return (
    owners.length === 0 ||
    (storage !== undefined && !owners.some((owner) => storage.includes(owner)))
  );
}

/** What is sent in its place. */
export function elsewhereNote(part: object): { type: 'text'; text: string } {
  return { type: 'text', text: `[file: ${elsewhereDetail(part)}]` };
}

/**
 * The name that losses have for a file that is not sent; `undefined` for one that is in no
 * provider's storage.
 */
export function elsewhereDetail(part: object): string | undefined {
  if (ownersOf(part) === undefined) return undefined;
  const { filename, mediaType } = part as { filename?: string; mediaType?: string };
  return `${filename ?? mediaType ?? 'file'}, ${ELSEWHERE}`;
}

/** The providers that have a file: by its ids, or by an address that nobody else can read. */
function ownersOf(part: object): readonly string[] | undefined {
  const reference = referenceOf(part);
  if (reference !== undefined) return Object.keys(reference);
  const { data, url = data } = part as { data?: unknown; url?: unknown };
  const { type, url: inner } = (url ?? {}) as { type?: unknown; url?: unknown };
  const address = type === 'url' ? inner : url;
  const text = address instanceof URL ? address.href : address;
  return typeof text === 'string' && isGeminiFile(text) ? ['google'] : undefined;
}

function referenceOf(part: object): object | undefined {
  const { data, fileId, providerReference = fileId } = part as Record<string, unknown>;
  const reference =
    isObject(data) && data['type'] === 'reference' ? data['reference'] : providerReference;
  return isObject(reference) ? reference : undefined;
}

function readableData(data: unknown, model: string | undefined): unknown {
  if (typeof data === 'string') return readableContent(data);
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) {
    return data.byteLength === 0 ? undefined : data;
  }
  if (data instanceof URL) return readableAddress(data, model);
  const { type, data: content, url } = (data ?? {}) as Record<string, unknown>;
  if (type === 'url') return changed(data, 'url', readableAddress(url, model));
  return type === 'data' ? changed(data, 'data', readableData(content, model)) : data;
}

function changed(data: unknown, key: 'data' | 'url', value: unknown): unknown {
  if (value === undefined || value === (data as Record<string, unknown>)[key]) {
    return value === undefined ? undefined : data;
  }
  return { ...(data as object), [key]: value };
}

/** Where the models of Google read files besides the web. */
const CLOUD = 'gs:';

/** The address where a provider can read it, or the content within it; `undefined` elsewhere. */
function readableAddress(address: unknown, model: string | undefined): URL | undefined {
  const url = address instanceof URL ? address : parsedUrl(address);
  if (url === undefined || /^https?:$/.test(url.protocol)) return url;
  if (url.protocol === CLOUD) {
    return model === undefined || findModel(model)?.provider === 'google' ? url : undefined;
  }
  const head = /^data:[^,]*;base64,/i.exec(url.href)?.[0];
  const base64 = head === undefined ? undefined : standardBase64(url.href.slice(head.length));
  if (head === undefined || base64 === undefined) return undefined;
  return head + base64 === url.href ? url : new URL(head + base64);
}

function parsedUrl(address: unknown): URL | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
}

/** Base64, alone or behind the head of a `data:` address. */
function readableContent(text: string): string | undefined {
  const head = /^data:[^,]{0,1000};base64,/i.exec(text)?.[0] ?? '';
  return standardBase64(text.slice(head.length));
}

/** Base64 with its padding, of whatever alphabet and line length; `undefined` for any other text. */
function standardBase64(text: string): string | undefined {
  const line = /[\s_-]/.test(text)
    ? text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
    : text;
  const padded =
    line.length % 4 > 1 && !line.endsWith('=') ? line.padEnd(roundUp(line), '=') : line;
  const padding = padded.endsWith('==') ? 2 : padded.endsWith('=') ? 1 : 0;
  // A repetition over megabytes could overflow the engine's stack: look for what is foreign.
  const isBase64 = !/[^A-Za-z0-9+/]/.test(padded.slice(0, padded.length - padding));
  return isBase64 && padded !== '' && padded.length % 4 === 0 ? padded : undefined;
}

function roundUp({ length }: string): number {
  return Math.ceil(length / 4) * 4;
}
