import { basename } from 'node:path';

import { readTranscript } from '@everlong/formats';
import { corpusFiles } from '@everlong/testing/corpus';
import { createRandom, type Random } from '@everlong/testing/random';
import type { ModelTokenizer } from '@everlong/tokenizer';
import type { EntryInput, ModelMessage } from '@everlong/core';

import { sampleFiles, sourceOf } from '../lab/sample.ts';
import { recordedAction, type RecordedAction } from './recorded-action.ts';

/**
 * Two sets of cut points. Rules may be chosen on the first; the second, in other sessions and those
 * of the lab among them, is for reporting.
 */
const SEEDS = { first: 12, second: 13 } as const;

/** Which cut points: one of the two sets, or a seed for others in sessions of neither. */
type CutSet = keyof typeof SEEDS | number;

/** The set that a flag names. */
export function readSet(name: string): CutSet {
  if (name === 'first' || name === 'second') return name;
  if (/^\d+$/.test(name)) return Number(name);
  throw new Error(`--set must be first, second or the number of a seed, not "${name}".`);
}

const LEAST_MESSAGES = 40;
/** Below that a window of 16,000 hardly lacks anything; above it nobody reads the log whole. */
const LOG_TOKENS = { least: 24_000, most: 100_000 };

/** Cut points of each source, as far as it has sessions that were left out and are long enough. */
const CUTS: Readonly<Record<string, number>> = {
  'claude-code': 5,
  'mini-swe-agent': 5,
  codex: 1,
  pi: 1,
};

/** A place in a recorded session: what came before it, and what the agent did next. */
export interface CutPoint {
  /** `cut-01` and so on. */
  id: string;
  file: string;
  source: string;
  /** Everything before the cut. */
  entries: readonly EntryInput[];
  logTokens: number;
  /** The tools that the session calls anywhere. */
  tools: readonly string[];
  next: RecordedAction;
}

/**
 * The cut points of a set, one in a session, before a message that calls a tool; the same ones in
 * every run. The first set is of sessions outside the lab's sample, on which no setting was chosen;
 * those of a seed are in neither set nor the sample.
 */
export async function chooseCutPoints(
  tokenizer: ModelTokenizer,
  set: CutSet = 'first',
): Promise<CutPoint[]> {
  if (set === 'first') return drawCuts(tokenizer, set, new Set(sampleFiles()));
  const first = await chooseCutPoints(tokenizer, 'first');
  const isFresh = set !== 'second';
  const second = isFresh ? await chooseCutPoints(tokenizer, 'second') : [];
  const used = new Set([...first, ...second].map(({ file }) => file));
  const read = corpusFiles().filter((file) => used.has(sessionName(file)));
  return drawCuts(tokenizer, set, new Set([...read, ...(isFresh ? sampleFiles() : [])]));
}

async function drawCuts(
  tokenizer: ModelTokenizer,
  set: CutSet,
  leftOut: ReadonlySet<string>,
): Promise<CutPoint[]> {
  const random = createRandom(typeof set === 'number' ? set : SEEDS[set]);
  const cuts: Omit<CutPoint, 'id'>[] = [];
  for (const [source, count] of Object.entries(CUTS)) {
    const own = corpusFiles().filter((file) => sourceOf(file) === source && !leftOut.has(file));
    let taken = 0;
    for (const file of random.shuffle(own)) {
      const cut = taken < count ? await drawCut(file, tokenizer, random) : undefined;
      if (cut === undefined) continue;
      cuts.push(cut);
      taken++;
    }
  }
  return cuts.map((cut, index) => ({ id: `cut-${`${index + 1}`.padStart(2, '0')}`, ...cut }));
}

async function drawCut(
  file: string,
  tokenizer: ModelTokenizer,
  random: Random,
): Promise<Omit<CutPoint, 'id'> | undefined> {
  const { entries } = await readTranscript(file);
  const places: { seq: number; logTokens: number }[] = [];
  let logTokens = 0;
  for (const [seq, { message }] of entries.entries()) {
    const inReach = logTokens >= LOG_TOKENS.least && logTokens <= LOG_TOKENS.most;
    if (seq >= LEAST_MESSAGES && inReach && recordedAction(message) !== undefined)
      places.push({ seq, logTokens });
    logTokens += tokenizer.countMessage(message);
  }
  if (places.length === 0) return undefined;
  const place = random.pick(places);
  const message = entries[place.seq]?.message;
  const next = message === undefined ? undefined : recordedAction(message);
  if (next === undefined) return undefined;
  return {
    file: sessionName(file),
    source: sourceOf(file),
    entries: entries.slice(0, place.seq),
    logTokens: place.logTokens,
    tools: toolsOf(entries.map((entry) => entry.message)),
    next,
  };
}

function sessionName(file: string): string {
  return basename(file, '.jsonl.gz');
}

function toolsOf(messages: readonly ModelMessage[]): string[] {
  const names = messages.flatMap(({ role, content }) => {
    if (role !== 'assistant' || typeof content === 'string') return [];
    return content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []));
  });
  return [...new Set(names)].toSorted();
}
