import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { namesIn } from '../files/file-errors.js';
import { isLink } from '../files/symbolic-links.js';
import { hashBytes } from '../session/media-folder.js';

/** Collects what the lines of a session name: hashes, and names of files. */
export interface NamedMedia {
  visit(line: Buffer): void;
  has(fileName: string): boolean;
}

/** A hash, or a file name as other programs choose them. */
const names = /[0-9a-f]{64}|[\w-][\w.-]*\.\w{1,5}/g;

/** @param folder the folder whose files are looked for in the lines */
export function createNamedMedia(folder: string): NamedMedia {
  const unnamed = new Set(namesIn(folder).flatMap((name) => [name, hashOf(name)]));
  return {
    visit(line) {
      if (unnamed.size === 0) return;
      for (const [name] of line.toString('latin1').matchAll(names)) unnamed.delete(name);
    },
    has: (fileName) => !unnamed.has(fileName) || !unnamed.has(hashOf(fileName)),
  };
}

/** A file of a media folder, and what is wrong with it. */
export interface MediaFault {
  path: string;
  fault: 'checksum' | 'orphan';
}

/** Files whose bytes are not those of their name, and files that no line names. */
export function* examineMedia(folder: string, named: NamedMedia): Generator<MediaFault> {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (isLink(path)) continue;
    const hash = hashOf(name);
    if (!named.has(name)) yield { path, fault: 'orphan' };
    else if (hash.length === 64 && hashBytes(readFileSync(path)) !== hash) {
      yield { path, fault: 'checksum' };
    }
  }
}

function hashOf(fileName: string): string {
  const [hash = ''] = fileName.split('.');
  return /^[0-9a-f]{64}$/.test(hash) ? hash : fileName;
}
