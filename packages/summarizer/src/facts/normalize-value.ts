import type { ValueKind } from '@everlong/core';

/**
 * The common form of all spellings of a value: `./src//a.ts` and `src\a.ts` are one path, `v1.2`
 * and `1.2` one version, `1,200 ms` and `1200ms` one number. Returns values of other kinds, and
 * values whose case matters, unchanged.
 */
export function normalizeValue(value: string, kind: ValueKind): string {
  switch (kind) {
    case 'path':
      return normalizePath(value);
    case 'url':
      return normalizeUrl(value);
    case 'email':
    case 'uuid':
    case 'hash':
    case 'port':
      return value.toLowerCase();
    case 'version':
      return value.replace(/^v(?=\d)/i, '');
    case 'number':
      return value.replaceAll(/(?<=\d)[,_](?=\d)|(?<=\d) (?=\D)/g, '');
    case 'date':
      return normalizeDate(value);
    case 'variable':
      return value.replace(/^(?:process\.env|import\.meta\.env|os\.environ)\./, '');
    case 'command':
    case 'error':
    case 'frame':
      return value.replaceAll(/\s+/g, ' ').trim();
    default:
      return value;
  }
}

function normalizePath(path: string): string {
  const slashes = /^[A-Za-z]:\\/.test(path) ? path.replaceAll(/\\+/g, '/') : path;
  return slashes.replaceAll(/(?<=.)\/{2,}|\/\.(?=\/)/g, '/').replace(/^(?:\.\/)+(?=.)/, '');
}

/** Lower-cases scheme and host; removes a bare final slash and an empty fragment. */
function normalizeUrl(url: string): string {
  const match = /^([A-Za-z][\w+.-]*:\/\/)([^/?#]*)(.*)$/s.exec(url);
  if (match === null) return url;
  const [, scheme = '', host = '', rest = ''] = match;
  return scheme.toLowerCase() + host.toLowerCase() + rest.replace(/^\/?#?$/, '');
}

/** Year first if the order is certain: `2026/1/5` and `2026-01-05` are one day. */
function normalizeDate(value: string): string {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(value);
  if (match === null) return value;
  const [, year = '', month = '', day = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
