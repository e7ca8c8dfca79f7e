import { bytesToBase64 } from '@everlong/core/internal';

/**
 * The content of a file as a URL, the same for every way to give it; `undefined` where it has none.
 */
export function fileUrl(data: unknown, mediaType: string): string | undefined {
  if (typeof data === 'string') {
    if (data.startsWith('data:')) return data;
    return URL.canParse(data) ? new URL(data).href : dataUrl(data, mediaType);
  }
  if (data instanceof URL) return data.href;
  if (data instanceof Uint8Array) return dataUrl(bytesToBase64(data), mediaType);
  if (data instanceof ArrayBuffer) return fileUrl(new Uint8Array(data), mediaType);
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, url, data: bytes, text } = data as Record<string, unknown>;
  if (type === 'url') return fileUrl(url, mediaType);
  if (type === 'data') return fileUrl(bytes, mediaType);
  return type === 'text' && typeof text === 'string'
    ? fileUrl(new TextEncoder().encode(text), mediaType)
    : undefined;
}

function dataUrl(base64: string, mediaType: string): string {
  return `data:${mediaType};base64,${base64}`;
}
