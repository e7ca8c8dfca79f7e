/**
 * Writes the vocabularies of our own engine, `src/vocabulary-<encoding>.ts`, from the data of
 * tiktoken, and prints a checksum of each. Run: `pnpm data:vocabularies`.
 *
 * A token of two bytes and more is stored as the pair of tokens that byte-pair encoding makes it
 * of, 18 bits each: three characters of base64. `src/vocabulary/vocabulary.ts` reads it back.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const ENCODINGS = ['o200k_base', 'cl100k_base'];

/** SHA-256 of the rank files that OpenAI publishes, as tiktoken itself checks them. */
const PUBLISHED: Record<string, string> = {
  o200k_base: '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d',
  cl100k_base: '223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7',
};

const require = createRequire(import.meta.url);

interface Source {
  /** Lines of: a letter, the rank of the line's first token, its tokens in base64. */
  bpe_ranks: string;
  special_tokens: Record<string, number>;
}

function readSource(encoding: string): Source {
  const file = require.resolve(`tiktoken/encoders/${encoding}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Source;
}

/** The bytes of every token, by rank; one character a byte. */
function readTokens({ bpe_ranks: ranks }: Source): string[] {
  const tokens: string[] = [];
  for (const line of ranks.split('\n').filter((text) => text !== '')) {
    const [, first, ...encoded] = line.split(' ');
    encoded.forEach((token, index) => {
      tokens[Number(first) + index] = Buffer.from(token, 'base64').toString('latin1');
    });
  }
  return tokens;
}

function checkSource(encoding: string, tokens: string[]): void {
  const file = tokens
    .map((token, rank) => `${Buffer.from(token, 'latin1').toString('base64')} ${rank}\n`)
    .join('');
  const sum = createHash('sha256').update(file).digest('hex');
  if (sum !== PUBLISHED[encoding])
    throw new Error(`${encoding}: unexpected content, SHA-256 ${sum}`);
  process.stdout.write(`${encoding}: ${tokens.length} tokens, SHA-256 ${sum}\n`);
}

/** The two tokens that the encoding of a token's bytes ends with before it becomes that token. */
function splitOf(rank: number, tokens: string[], ranks: Map<string, number>): [number, number] {
  const parts = (tokens[rank] ?? '').split('');
  while (parts.length > 2) {
    let best = rank;
    let at = -1;
    for (let index = 0; index + 1 < parts.length; index++) {
      const candidate = ranks.get(`${parts[index]}${parts[index + 1]}`);
      if (candidate !== undefined && candidate < best) {
        best = candidate;
        at = index;
      }
    }
    if (at < 0) throw new Error(`Token ${rank} is not made of two others.`);
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
  return [ranks.get(parts[0] ?? '') ?? -1, ranks.get(parts[1] ?? '') ?? -1];
}

function pack(numbers: number[]): string {
  return numbers
    .map(
      (value) =>
        `${ALPHABET.charAt(value >> 12)}${ALPHABET.charAt((value >> 6) & 63)}${ALPHABET.charAt(value & 63)}`,
    )
    .join('');
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/**
 * The pairs of bytes (first * 256 + second) at which a token passes from one character into the
 * next although it begins or ends inside a character. Elsewhere characters are whole before they
 * merge with each other, which `src/vocabulary/symbols.ts` makes use of.
 */
function brokenBoundaries(tokens: string[]): number[] {
  const pairs = new Set<number>();
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'latin1');
    const isWholeText = Buffer.from(bytes.toString('utf8')).equals(bytes);
    if (isWholeText) continue;
    for (let index = 1; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0;
      if (!isContinuation(byte)) pairs.add(((bytes[index - 1] ?? 0) << 8) | byte);
    }
  }
  return [...pairs].toSorted((left, right) => left - right);
}

for (const encoding of ENCODINGS) {
  const packageSource = readSource(encoding);
  const tokens = readTokens(packageSource);
  checkSource(encoding, tokens);
  const ranks = new Map(tokens.map((token, rank) => [token, rank]));
  const bytes = tokens.slice(0, 256).map((token) => token.charCodeAt(0));
  const merges = tokens.slice(256).flatMap((_, index) => splitOf(index + 256, tokens, ranks));
  const constant = encoding.toUpperCase();
  const source = `// Written by scripts/build-vocabularies.ts from the data of tiktoken (MIT License, OpenAI).
import type { PackedVocabulary } from './vocabulary.js';

export const ${constant}: PackedVocabulary = {
  encoding: '${encoding}',
  size: ${tokens.length},
  sha256: '${PUBLISHED[encoding]}',
  specialTokens: ${JSON.stringify(packageSource.special_tokens)},
  bytes:
    '${pack(bytes)}',
  merges:
    '${pack(merges)}',
  brokenBoundaries:
    '${pack(brokenBoundaries(tokens))}',
};
`;
  const name = encoding.replaceAll('_', '-');
  writeFileSync(new URL(`../src/vocabulary/vocabulary-${name}.ts`, import.meta.url), source);
}
