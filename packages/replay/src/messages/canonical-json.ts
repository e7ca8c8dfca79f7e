import { bytesToBase64 } from '@everlong/core/internal';

/**
 * JSON text with the keys of every object sorted, so that equal values give equal text. Bytes
 * become base64, URLs their text, and cache markers are left out: they do not change what a message
 * says.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'null';
}

const CACHE_MARKERS = new Set(['cacheControl', 'cache_control', 'cachePoint']);

function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if (value instanceof Uint8Array) return { base64: bytesToBase64(value) };
  if (value instanceof ArrayBuffer) return { base64: bytesToBase64(new Uint8Array(value)) };
  if (value instanceof URL) return { url: value.href };
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).toSorted()) {
    const item = (value as Record<string, unknown>)[key];
    const kept = key === 'providerOptions' ? withoutMarkers(item) : item;
    if (kept !== undefined) sorted[key] = canonical(kept);
  }
  return sorted;
}

function withoutMarkers(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const providers = Object.entries(options).flatMap(([provider, values]) => {
    if (typeof values !== 'object' || values === null) return [[provider, values] as const];
    const kept = Object.entries(values).filter(([key]) => !CACHE_MARKERS.has(key));
    return kept.length > 0 ? [[provider, Object.fromEntries(kept)] as const] : [];
  });
  return providers.length > 0 ? Object.fromEntries(providers) : undefined;
}
