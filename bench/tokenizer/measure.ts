import { createHash } from 'node:crypto';

import { type Corpus, loadCorpora } from './corpora.ts';
import { type Encoding, type Library, LIBRARIES } from './libraries.ts';
import { longInput } from './long-inputs.ts';

/** MB of UTF-8 a second. */
export interface Throughput {
  first: number;
  repeat: number;
  encode?: number;
  tokens: number;
  /** A digest of the token ids. */
  ids?: string;
}

export interface LoadCost {
  milliseconds: number;
  megabytes: number;
}

export interface MessageCost {
  /** Microseconds a message. */
  first: number;
  repeat: number;
}

export interface LongCost {
  milliseconds: number;
  failure?: string;
}

/** The end of each corpus warms the code up and is not measured. */
const WARM_UP_SHARE = 0.1;
const WARM_UP_UNITS = 2000;
const WARM_UP_MS = 1000;
const MAX_REPEATS = 6;
const REPEAT_MS = 250;
const MESSAGES = 10_000;
const MESSAGE_UNITS = 200;
const MESSAGE_CORPORA = new Set(['prose', 'typescript', 'json', 'logs', 'chinese']);

/**
 * CPU time of this thread in milliseconds: other work on the machine does not lengthen it.
 * Asking for the whole process first makes the kernel bring the thread's number up to date, which
 * otherwise moves in steps of 4 ms.
 */
function threadMilliseconds(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timed(run: () => void): number {
  const start = threadMilliseconds();
  run();
  return threadMilliseconds() - start;
}

async function open(library: string, encoding: Encoding): Promise<Library> {
  const load = LIBRARIES[library];
  if (load === undefined) throw new Error(`Unknown library ${library}`);
  return load(encoding);
}

/**
 * The program of a process that loads a library, counts two words, and prints its `LoadCost`: plain
 * JavaScript, so that nothing else is loaded before.
 */
export function loadProgram(library: string, encoding: Encoding): string {
  return `
    globalThis.gc();
    const memory = process.memoryUsage().rss;
    ${String(threadMilliseconds)}
    const start = threadMilliseconds();
    const { count } = await (${String(LIBRARIES[library])})('${encoding}');
    count('hello world');
    const milliseconds = threadMilliseconds() - start;
    globalThis.gc();
    console.log(JSON.stringify({
      milliseconds,
      megabytes: (process.memoryUsage().rss - memory) / 2 ** 20,
    }));`;
}

export async function measureThroughput(
  library: string,
  encoding: Encoding,
): Promise<Record<string, Throughput>> {
  const { count, encode } = await open(library, encoding);
  const corpora = loadCorpora().map(({ name, text }) => {
    const end = Math.floor(text.length * (1 - WARM_UP_SHARE));
    return { name, text: text.slice(0, end).toWellFormed(), rest: text.slice(end).toWellFormed() };
  });
  const texts = corpora.map(({ rest }) => rest);
  warmUp(count, texts);
  if (encode !== undefined) warmUp(encode, texts);
  const results: Record<string, Throughput> = {};
  for (const corpus of corpora) results[corpus.name] = measureCorpus(count, encode, corpus);
  return results;
}

/** Runs on ever new slices of all texts in turn, until the compiler has seen enough. */
function warmUp(run: (text: string) => unknown, texts: string[]): void {
  const end = performance.now() + WARM_UP_MS;
  for (let round = 0; performance.now() < end; round++) {
    for (const text of texts) {
      const start = (round * 997) % Math.max(1, text.length - WARM_UP_UNITS);
      run(text.slice(start, start + WARM_UP_UNITS).toWellFormed());
    }
  }
}

function measureCorpus(
  count: Library['count'],
  encode: Library['encode'],
  { text }: Corpus,
): Throughput {
  const megabytes = Buffer.byteLength(text) / 1e6;
  let tokens = 0;
  const first = timed(() => {
    tokens = count(text);
  });
  let best = Infinity;
  let total = 0;
  for (let repeat = 0; repeat < MAX_REPEATS && (repeat === 0 || total < REPEAT_MS); repeat++) {
    const took = timed(() => count(text));
    best = Math.min(best, took);
    total += took;
  }
  const rates = {
    first: (megabytes / first) * 1000,
    repeat: (megabytes / best) * 1000,
    tokens,
  };
  if (encode === undefined) return rates;
  let ids: ArrayLike<number> = [];
  const encoding = timed(() => {
    ids = encode(text);
  });
  const digest = createHash('sha256').update(Uint32Array.from(ids)).digest('hex').slice(0, 16);
  return { ...rates, encode: (megabytes / encoding) * 1000, ids: digest };
}

export async function measureMessages(library: string, encoding: Encoding): Promise<MessageCost> {
  const { count } = await open(library, encoding);
  const texts = loadCorpora()
    .filter(({ name }) => MESSAGE_CORPORA.has(name))
    .map(({ text }) => text);
  const messageAt = (index: number, offset: number): string => {
    const text = texts[index % texts.length] ?? '';
    const start = (offset * 7919 + index * 211) % (text.length - MESSAGE_UNITS);
    // A copy: a slice would keep the whole text, and hash differently.
    return Buffer.from(text.slice(start, start + MESSAGE_UNITS)).toString('utf8');
  };
  warmUp(
    count,
    texts.map((text) => text.slice(-WARM_UP_UNITS * 10)),
  );
  const messages = Array.from({ length: MESSAGES }, (_, index) => messageAt(index, index));
  const all = (): void => {
    for (const message of messages) count(message);
  };
  const first = timed(all);
  const repeat = Math.min(timed(all), timed(all), timed(all));
  return { first: (first * 1000) / MESSAGES, repeat: (repeat * 1000) / MESSAGES };
}

export async function measureLong(
  library: string,
  encoding: Encoding,
  input: string,
  megabytes: number,
): Promise<LongCost> {
  const { count } = await open(library, encoding);
  const text = longInput(input, megabytes * 1_000_000);
  count('warm up text 123');
  try {
    return { milliseconds: timed(() => count(text)) };
  } catch (error) {
    return { milliseconds: 0, failure: String(error).slice(0, 60) };
  }
}
