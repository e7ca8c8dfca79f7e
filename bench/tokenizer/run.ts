/**
 * Measures everything that the README claims, in one run beside tiktoken, js-tiktoken,
 * gpt-tokenizer, ai-tokenizer and tokenx; prints it, and with `--write` puts it into
 * `bench/results/tokenizer.md` and `throughput.svg` beside this file. Use: `pnpm bench [--write]`, after `pnpm build`.
 *
 * Each measurement has a process of its own. The best of several is taken for every library, since
 * others use the machine as well.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { throughputChart } from './chart.ts';
import { loadCorpora } from './corpora.ts';
import { measureEstimates } from './estimates.ts';
import { type Encoding, LIBRARIES, PEERS } from './libraries.ts';
import { LONG_INPUTS } from './long-inputs.ts';
import {
  type LoadCost,
  loadProgram,
  type LongCost,
  measureLong,
  measureMessages,
  measureThroughput,
  type MessageCost,
  type Throughput,
} from './measure.ts';
import { report, type Results } from './report.ts';
import { median } from '@everlong/testing/statistics';

const ENCODINGS: Encoding[] = ['o200k_base', 'cl100k_base'];
const LOADS = 9;
const PASSES = 5;
const LONG_TIMEOUT_MS = 30_000;
const SIZES = [1, 4, 8, 16, 32];

/** What a process of its own prints; undefined when it took too long or crashed. */
function runNode(timeoutMs: number, ...programArguments: string[]): unknown {
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', ...programArguments], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 2 ** 24,
  });
  return status === 0 ? (JSON.parse(stdout) as unknown) : undefined;
}

/** Runs one measurement in a process of its own. */
function measure(timeoutMs: number, ...job: Array<string | number>): unknown {
  return runNode(timeoutMs, import.meta.filename, ...job.map(String));
}

async function runJob([kind, library = '', encoding, ...rest]: string[]): Promise<unknown> {
  const name = encoding as Encoding;
  switch (kind) {
    case 'throughput':
      return measureThroughput(library, name);
    case 'messages':
      return measureMessages(library, name);
    default:
      return measureLong(library, name, rest[0] ?? '', Number(rest[1]));
  }
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The best of each number over several processes. */
function best(passes: Array<Record<string, Throughput>>): Record<string, Throughput> {
  const [first = {}] = passes;
  return Object.fromEntries(
    Object.entries(first).map(([corpus, result]) => {
      const rates = (key: 'first' | 'repeat' | 'encode') =>
        Math.max(...passes.map((pass) => pass[corpus]?.[key] ?? 0));
      const merged = { ...result, first: rates('first'), repeat: rates('repeat') };
      return [
        corpus,
        result.encode === undefined ? merged : { ...merged, encode: rates('encode') },
      ];
    }),
  );
}

function repeatJob(times: number, ...job: Array<string | number>): unknown[] {
  return Array.from({ length: times }, () => measure(600_000, ...job)).filter(
    (result) => result !== undefined,
  );
}

async function runAll(): Promise<Results> {
  const corpora = loadCorpora().map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.versions.node}, ${availableParallelism()} shared cores`,
    corpora,
    load: {},
    throughput: {},
    messages: {},
    long: {},
    growth: {},
    estimates: await measureEstimates(),
  };
  for (const encoding of ENCODINGS) {
    const load: Record<string, LoadCost> = {};
    const throughput: Record<string, Record<string, Throughput>> = {};
    const messages: Record<string, MessageCost> = {};
    for (const library of Object.keys(LIBRARIES)) {
      log(`${encoding}: ${library}`);
      const program = loadProgram(library, encoding);
      const loads = Array.from({ length: LOADS }, () =>
        runNode(60_000, '--input-type=module', '-e', program),
      ) as LoadCost[];
      load[library] = {
        milliseconds: median(loads.map(({ milliseconds }) => milliseconds)),
        megabytes: median(loads.map(({ megabytes }) => megabytes)),
      };
      const passes = library === 'js-tiktoken' ? 1 : PASSES;
      throughput[library] = best(
        repeatJob(passes, 'throughput', library, encoding) as Array<Record<string, Throughput>>,
      );
      const costs = repeatJob(passes, 'messages', library, encoding) as MessageCost[];
      messages[library] = {
        first: Math.min(...costs.map(({ first }) => first)),
        repeat: Math.min(...costs.map(({ repeat }) => repeat)),
      };
    }
    results.load[encoding] = load;
    results.throughput[encoding] = throughput;
    results.messages[encoding] = messages;
  }
  for (const library of ['everlong', ...PEERS]) {
    results.long[library] = Object.fromEntries(
      LONG_INPUTS.map((input) => {
        log(`1 MB of ${input}: ${library}`);
        const cost = measure(LONG_TIMEOUT_MS, 'long', library, 'o200k_base', input, 1);
        return [
          input,
          (cost as LongCost | undefined) ?? { milliseconds: LONG_TIMEOUT_MS, failure: '> 30 s' },
        ];
      }),
    );
  }
  for (const input of LONG_INPUTS) {
    log(`1 to 32 MB of ${input}`);
    results.growth[input] = SIZES.map((size) => {
      const cost = measure(120_000, 'long', 'everlong', 'o200k_base', input, size);
      return { megabytes: size, milliseconds: (cost as LongCost).milliseconds };
    });
  }
  return results;
}

const job = process.argv.slice(2).filter((argument) => argument !== '--write');
if (job.length > 0) {
  process.stdout.write(JSON.stringify(await runJob(job)));
} else {
  const results = await runAll();
  const text = report(results);
  process.stdout.write(`${text}\n`);
  if (process.argv.includes('--write')) {
    const page = new URL('../results/tokenizer.md', import.meta.url);
    const head =
      '# The tokenizer beside others\n\n' +
      'Written by `pnpm --filter @everlong/bench tokenizer --write`. [How it is measured](../README.md).\n\n';
    writeFileSync(page, `${head}${text}\n`);
    writeFileSync(
      new URL('../../packages/tokenizer/throughput.svg', import.meta.url),
      throughputChart(results),
    );
  }
}
