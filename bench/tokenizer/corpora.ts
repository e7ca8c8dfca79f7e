import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createRandom } from '@everlong/testing/random';

/** A text of one class of content, about 1 MB. */
export interface Corpus {
  name: string;
  text: string;
}

const ROOT = new URL('../../', import.meta.url).pathname;
const CACHE = new URL('../node_modules/.cache/corpora/', import.meta.url).pathname;
const HANDBOOK = 'usr/share/doc/debian-handbook/html';
const MAX_UNITS = 1_000_000;

/**
 * The corpora of the benchmark. Languages come from The Debian Administrator's Handbook (Debian
 * package `debian-handbook`, fetched with apt-get when it is not installed), code and data from
 * this repository's installed packages, the rest from a seeded generator. What cannot be had is
 * left out and named on stderr.
 */
export function loadCorpora(): Corpus[] {
  const corpora = Object.entries(SOURCES).flatMap(([name, load]) => {
    const text = cached(name, load);
    if (text === '') process.stderr.write(`corpus ${name} is not available here\n`);
    return text === '' ? [] : [{ name, text }];
  });
  return corpora;
}

const SOURCES: Record<string, () => string> = {
  prose: () => handbook(['en-US']),
  typescript: () => packageFiles('ai@7*/node_modules/ai/src/**/*.ts'),
  json: () => packageFiles('*/node_modules/*/package.json') + apiRows(2000),
  logs: () => logLines(12_000),
  minified: () => packageFiles('jiti@*/node_modules/jiti/dist/babel.cjs'),
  base64: () => base64Lines(1_000_000),
  chinese: () => handbook(['zh-CN', 'zh-TW'], /\p{Script=Han}/gu),
  japanese: () => handbook(['ja-JP'], /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu),
  russian: () => handbook(['ru-RU'], /\p{Script=Cyrillic}/gu),
  arabic: () => handbook(['ar-MA', 'fa-IR'], /\p{Script=Arabic}/gu),
  emoji: () => emoji(150_000),
};

function cached(name: string, load: () => string): string {
  const file = join(CACHE, `${name}.txt`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const text = load().slice(0, MAX_UNITS).toWellFormed();
  if (text !== '') {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(file, text);
  }
  return text;
}

/** Text of the handbook in some languages; with a script, only the lines written in it. */
function handbook(languages: string[], script?: RegExp): string {
  const root = handbookRoot();
  if (root === undefined) return '';
  const text = languages
    .flatMap((language) => globSync(join(root, language, '*.html')).toSorted())
    .map((file) => plainText(readFileSync(file, 'utf8')))
    .join('\n');
  if (script === undefined) return text;
  return text
    .split('\n')
    .filter((line) => (line.match(script)?.length ?? 0) * 3 > line.length)
    .join('\n');
}

let fetchedHandbook: string | undefined;

function handbookRoot(): string | undefined {
  if (existsSync(`/${HANDBOOK}`)) return `/${HANDBOOK}`;
  if (fetchedHandbook !== undefined) return join(fetchedHandbook, HANDBOOK);
  const directory = mkdtempSync(join(tmpdir(), 'handbook-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  try {
    execFileSync('/usr/bin/apt-get', ['download', 'debian-handbook'], {
      cwd: directory,
      stdio: 'ignore',
    });
    const [archive = ''] = globSync(join(directory, '*.deb'));
    execFileSync('/usr/bin/dpkg', ['-x', archive, directory]);
  } catch {
    return undefined;
  }
  fetchedHandbook = directory;
  return join(directory, HANDBOOK);
}

function plainText(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\n\s*\n+/g, '\n\n');
}

function packageFiles(...patterns: string[]): string {
  return patterns
    .flatMap((pattern) => globSync(join(ROOT, 'node_modules/.pnpm', pattern)).toSorted())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

function apiRows(count: number): string {
  const random = createRandom(1);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: random.hex(24),
    index,
    name: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
    email: `${random.pick(WORDS)}@example.com`,
    score: random.below(100_000) / 1000,
    active: random.below(2) === 1,
    tags: [random.pick(WORDS), random.pick(WORDS)],
    createdAt: new Date(1.7e12 + random.below(1e9) * 50).toISOString(),
  }));
  return JSON.stringify(rows);
}

function logLines(count: number): string {
  const random = createRandom(2);
  return Array.from({ length: count }, () => {
    const time = new Date(1.7e12 + random.below(1e9) * 50).toISOString();
    const uuid = [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
    const level = random.pick(['INFO', 'WARN', 'ERROR', 'DEBUG']);
    return `${time} ${level} [${random.pick(WORDS)}] request=${uuid} trace=0x${random.hex(16)} took ${random.below(9000)}ms path=/${random.pick(WORDS)}/${random.below(1e6)}`;
  }).join('\n');
}

function base64Lines(size: number): string {
  const random = createRandom(3);
  const bytes = Uint8Array.from({ length: Math.floor((size * 3) / 4.1) }, () => random.below(256));
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n');
}

function emoji(count: number): string {
  const random = createRandom(4);
  const pool = Array.from({ length: 0x20000 }, (_, codePoint) =>
    String.fromCodePoint(codePoint),
  ).filter((character) => /\p{Emoji_Presentation}/u.test(character));
  return Array.from({ length: count }, () => {
    const roll = random.below(10);
    return roll === 0 ? ' ' : roll === 1 ? ` ${random.pick(WORDS)} ` : random.pick(pool);
  }).join('');
}

const WORDS =
  'server client request socket index table worker signal buffer stream router account invoice session cluster replica shard ledger compaction window budget model token prompt cache'.split(
    ' ',
  );
