import { isGeminiFile, isMediaType } from '@everlong/core/internal';
import { findModel } from '@everlong/tokenizer';

/** Parts of messages and of results that hold a file's content. */
const FILES: ReadonlySet<string> = new Set(['file', 'reasoning-file', 'file-data', 'image-data']);

/**
 * The part with its inline content in the base64 that every provider takes: `undefined` where it is
 * empty or no base64, or has no media type, and the part itself where it needs no change, or holds
 * no such content.
 */
export function readableFile<Part extends { type: string }>(part: Part): Part | undefined {
  if (!FILES.has(part.type)) return part;
  const { data, mediaType } = part as { data?: unknown; mediaType?: string };
  if (mediaType !== undefined && !isMediaType(mediaType)) return undefined;
  const readable = readableData(data);
  if (readable === undefined) return undefined;
  return readable === data ? part : { ...part, data: readable };
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

/** The providers whose own models an id of a file is for. */
const OWNERS: ReadonlySet<string> = new Set(['anthropic', 'openai', 'google']);

/** Whether a part is a file in the storage of a provider other than the model's. */
export function isElsewhere(part: object, model: string | undefined): boolean {
  const owners = ownersOf(part);
  const provider = model === undefined ? undefined : findModel(model)?.provider;
  if (owners === undefined || provider === undefined || !OWNERS.has(provider)) return false;
  return !owners.includes(provider) && owners.every((owner) => OWNERS.has(owner));
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
  const { data } = part as { data?: { type?: unknown; reference?: unknown } };
  if (typeof data !== 'object' || data?.type !== 'reference') return undefined;
  return typeof data.reference === 'object' ? (data.reference ?? undefined) : undefined;
}

function readableData(data: unknown): unknown {
  if (typeof data === 'string') return readableText(data);
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) {
    return data.byteLength === 0 ? undefined : data;
  }
  if (data instanceof URL) {
    const address = readableText(data.href);
    if (address === undefined) return undefined;
    return address === data.href ? data : new URL(address);
  }
  const { type } = (data ?? {}) as { type?: unknown };
  if (type !== 'data' && type !== 'url') return data;
  const { [type]: inner } = data as { data?: unknown; url?: unknown };
  const readable = readableData(inner);
  if (readable === undefined) return undefined;
  return readable === inner ? data : { ...(data as object), [type]: readable };
}

/** What an address begins with; bounded, since megabytes of letters overflow the engine's stack. */
const SCHEME = /^[a-z][a-z0-9+.-]{0,31}:/i;

/** An address, or base64. */
function readableText(text: string): string | undefined {
  if (!/^data:/i.test(text)) return SCHEME.test(text) ? text : standardBase64(text);
  const comma = text.indexOf(',');
  const head = text.slice(0, comma + 1);
  const base64 = /;base64,$/i.test(head) ? standardBase64(text.slice(comma + 1)) : undefined;
  return base64 === undefined ? undefined : head + base64;
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
