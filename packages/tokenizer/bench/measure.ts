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

const WARM_UP_UNITS = 20_000;
const MAX_REPEATS = 6;
const REPEAT_MS = 250;
const MESSAGES = 10_000;
const MESSAGE_UNITS = 200;
const MESSAGE_CORPORA = new Set(['prose', 'typescript', 'json', 'logs', 'chinese']);

/**
 * Milliseconds that `run` takes. Long runs are told by the thread's CPU time, which other work on
 * the machine does not lengthen; it moves in steps of some milliseconds, so short ones are not.
 */
function timed(run: () => void): number {
  const cpuStart = process.threadCpuUsage();
  const start = performance.now();
  run();
  const wall = performance.now() - start;
  const cpu = process.threadCpuUsage(cpuStart);
  return wall < 100 ? wall : (cpu.user + cpu.system) / 1000;
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
    const cpu = process.threadCpuUsage();
    const { count } = await (${String(LIBRARIES[library])})('${encoding}');
    count('hello world');
    const used = process.threadCpuUsage(cpu);
    globalThis.gc();
    console.log(JSON.stringify({
      milliseconds: (used.user + used.system) / 1000,
      megabytes: (process.memoryUsage().rss - memory) / 2 ** 20,
    }));`;
}

export async function measureThroughput(
  library: string,
  encoding: Encoding,
): Promise<Record<string, Throughput>> {
  const { count, encode } = await open(library, encoding);
  const corpora = loadCorpora();
  for (const { text } of corpora) {
    const end = text.slice(-WARM_UP_UNITS);
    count(end);
    encode?.(end);
  }
  const results: Record<string, Throughput> = {};
  for (const corpus of corpora) results[corpus.name] = measureCorpus(count, encode, corpus);
  return results;
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
  for (let index = 0; index < 3000; index++) count(messageAt(index, 1));
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
