import { createHash } from 'node:crypto';

/** 132 bits of SHA-256: short, and without collisions in practice. */
export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
