import { createHash } from 'node:crypto';

import type { StoredDocument } from '@everlong/core';

import type { Analyzer } from './analyzer.js';

/** A text as every database and file keeps it: without NUL and halves of characters. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}

/** A text in one line of at most so many characters. */
export function shortLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
}

/** 132 bits of SHA-256: short, and without collisions in practice. */
export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** A part of a text that is searched and shown on its own. */
export interface Chunk {
  text: string;
  /** Its start in the whole text. */
  offset: number;
}

const MAX_LENGTH = 1000;

/** The rest of a longer message is only in the session's log. */
const MAX_CHUNKS = 256;

/**
 * Splits a text at the end of a paragraph, line, sentence or word into chunks of at most 1,000
 * characters, without blank ones. Stops after 256 chunks.
 */
export function chunkText(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < text.length && chunks.length < MAX_CHUNKS;) {
    const end = text.length - from <= MAX_LENGTH ? text.length : from + endOfChunk(text, from);
    const part = text.slice(from, end);
    const start = part.length - part.trimStart().length;
    if (start < part.length) chunks.push({ text: part.trim(), offset: from + start });
    from = end;
  }
  return chunks;
}

/**
 * The documents of a text, one for each chunk.
 *
 * @param about what they share; the position is that of the first
 */
export function documentsOf(
  analyzer: Analyzer,
  text: string,
  about: Omit<StoredDocument, keyof Chunk | 'terms'>,
): StoredDocument[] {
  return chunkText(text).map((chunk, at) => ({
    ...about,
    ...chunk,
    position: about.position + at,
    terms: analyzer.terms(chunk.text),
  }));
}

/** The text of chunks in their order, with white space as long as what was between them. */
export function joinChunks(chunks: readonly Chunk[]): string {
  return chunks.reduce((text, chunk) => {
    const gap = chunk.offset - text.length;
    return text + (gap === 1 ? ' ' : '\n'.repeat(Math.max(0, gap))) + chunk.text;
  }, '');
}

const ends = [/\n\s*\n/g, /\n/g, /[.!?…。！？]["')\]]*\s/g, /\s/g];

/** The last good boundary in the second half of what fits, else between two characters. */
function endOfChunk(text: string, from: number): number {
  const part = text.slice(from, from + MAX_LENGTH);
  for (const pattern of ends) {
    let last = 0;
    for (const match of part.matchAll(pattern)) last = match.index + match[0].length;
    if (last > MAX_LENGTH / 2) return last;
  }
  const isHalf = /[\ud800-\udbff]$/.test(part);
  return isHalf ? MAX_LENGTH - 1 : MAX_LENGTH;
}
