import type { EstimateError } from './estimates.ts';
import { EXACT_PEERS, PEERS } from './libraries.ts';
import type { LoadCost, LongCost, MessageCost, Throughput } from './measure.ts';

/** Everything that one run measured. */
export interface Results {
  date: string;
  machine: string;
  corpora: Array<{ name: string; bytes: number }>;
  /** By encoding, then library. */
  load: Record<string, Record<string, LoadCost>>;
  /** By encoding, library, corpus. */
  throughput: Record<string, Record<string, Record<string, Throughput>>>;
  messages: Record<string, Record<string, MessageCost>>;
  /** By library, then input. */
  long: Record<string, Record<string, LongCost>>;
  growth: Record<string, Array<{ megabytes: number; milliseconds: number }>>;
  estimates: EstimateError[];
}

const OURS = 'everlong';
const OURS_PIECES = 'everlong, texts not cached';

/** The results as Markdown. */
export function report(results: Results): string {
  return [
    `Measured ${results.date}, ${results.machine}, by \`pnpm bench\`. Counting in MB of UTF-8 a second of CPU time of the counting thread; the best of five processes for each library (js-tiktoken: one).`,
    ...Object.keys(results.throughput).map((encoding) => throughputSection(results, encoding)),
    loadSection(results),
    longSection(results),
    estimateSection(results),
  ].join('\n\n');
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function number(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 10_000) return `${Math.round(value / 1000)},000`;
  return value >= 20 ? value.toFixed(0) : value.toFixed(1);
}

function throughputSection(results: Results, encoding: string): string {
  const rates = results.throughput[encoding] ?? {};
  const costs = results.messages[encoding] ?? {};
  const corpora = results.corpora.map(({ name }) => name);
  const at = (library: string, corpus: string, key: 'first' | 'repeat' | 'encode') =>
    rates[library]?.[corpus]?.[key];
  const fastest = (corpus: string, key: 'first' | 'repeat', libraries: string[]) =>
    Math.max(...libraries.map((library) => at(library, corpus, key) ?? 0));

  const first = table(
    ['first pass', OURS, ...PEERS, '÷ tiktoken', 'same tokens'],
    corpora.map((corpus) => [
      corpus,
      `**${number(at(OURS, corpus, 'first'))}**`,
      ...PEERS.map((library) => number(at(library, corpus, 'first'))),
      `${((at(OURS, corpus, 'first') ?? 0) / (at('tiktoken', corpus, 'first') ?? 1)).toFixed(1)}×`,
      rates[OURS]?.[corpus]?.ids === rates['tiktoken']?.[corpus]?.ids ? 'yes' : '**no**',
    ]),
  );
  const repeat = table(
    ['the same text again', OURS, 'pieces cached only', ...PEERS, 'encode'],
    corpora.map((corpus) => [
      corpus,
      `**${number(at(OURS, corpus, 'repeat'))}**`,
      number(at(OURS_PIECES, corpus, 'repeat')),
      ...PEERS.map((library) => number(at(library, corpus, 'repeat'))),
      number(at(OURS, corpus, 'encode')),
    ]),
  );
  const slower = corpora.filter(
    (corpus) => fastest(corpus, 'repeat', PEERS) > (at(OURS, corpus, 'repeat') ?? 0),
  );
  const bestPeer = Math.min(...EXACT_PEERS.map((library) => costs[library]?.first ?? Infinity));
  const messages = table(
    ['µs a message of 200 characters', OURS, ...PEERS],
    (['first', 'repeat'] as const).map((key) => [
      key === 'first' ? 'new' : 'again',
      `**${number(costs[OURS]?.[key])}**`,
      ...PEERS.map((library) => number(costs[library]?.[key])),
    ]),
  );
  return [
    `### ${encoding}`,
    first,
    repeat,
    slower.length === 0
      ? 'No peer, tokenx included, counts a text again faster than everlong.'
      : `A peer counts again faster: ${slower.join(', ')}.`,
    messages,
    `New messages: ${(bestPeer / (costs[OURS]?.first ?? 1)).toFixed(1)} times as fast as the fastest exact peer.`,
  ].join('\n\n');
}

function loadSection({ load }: Results): string {
  const libraries = [OURS, ...PEERS];
  const rows = Object.entries(load).flatMap(([encoding, costs]) => [
    [`${encoding}, ms CPU`, ...libraries.map((library) => number(costs[library]?.milliseconds))],
    [`${encoding}, MB`, ...libraries.map((library) => number(costs[library]?.megabytes))],
  ]);
  return `### Loading and counting two words\n\nMedian of nine processes.\n\n${table(['', ...libraries], rows)}`;
}

function longSection({ long, growth }: Results): string {
  const libraries = [OURS, ...PEERS];
  const sizes = Object.values(growth)[0]?.map(({ megabytes }) => megabytes) ?? [];
  const cell = (cost: LongCost | undefined): string =>
    cost === undefined
      ? '–'
      : (cost.failure ?? number(cost.milliseconds)).replace(
          /^RuntimeError: unreachable.*/,
          'traps',
        );
  const peers = table(
    ['ms for 1 MB of', ...libraries],
    Object.keys(growth).map((input) => [
      input,
      ...libraries.map((library) => cell(long[library]?.[input])),
    ]),
  );
  const linear = table(
    ['everlong, ms for', ...sizes.map((size) => `${size} MB`), '32 MB ÷ 32 × 1 MB'],
    Object.entries(growth).map(([input, points]) => {
      const [one, ...rest] = points;
      const last = rest.at(-1);
      const ratio =
        (last?.milliseconds ?? Number.NaN) / (last?.megabytes ?? 1) / (one?.milliseconds ?? 1);
      return [input, ...points.map(({ milliseconds }) => number(milliseconds)), ratio.toFixed(2)];
    }),
  );
  return `### Texts without boundaries (o200k_base)\n\n${peers}\n\n${linear}`;
}

function estimateSection({ estimates }: Results): string {
  if (estimates.length === 0) return '### Estimates\n\nNo transcripts here: set `EVERLONG_CORPUS`.';
  const percent = (value: number): string =>
    Number.isFinite(value) ? `${(value * 100).toFixed(1)} %` : '–';
  const rows = estimates.map((error) => [
    error.family,
    String(error.samples),
    String(error.sessions),
    `**${percent(error.medianError)}**`,
    percent(error.highError),
    error.calibratedSamples === 0
      ? '–'
      : `**${percent(error.calibratedError)}** (${error.calibratedSamples})`,
  ]);
  const worst = estimates.flatMap(({ worst: sessions }) => sessions);
  return [
    '### Estimates against recorded usage',
    'How far the predicted growth of a prompt between two calls is from what the provider reported; every recorded pair of calls counts.',
    table(
      ['tokenizer', 'calls', 'sessions', 'median error', '9 of 10 below', 'after 20 calls (calls)'],
      rows,
    ),
    `Sessions with a median error above 12 %: ${
      worst
        .map(
          ({ session, samples, medianError }) =>
            `${session.slice(0, 40)} (${samples} calls, ${percent(medianError)})`,
        )
        .join(', ') || 'none'
    }. Their transcripts lack part of what the model saw.`,
  ].join('\n\n');
}
