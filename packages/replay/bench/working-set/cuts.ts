/** Places in recorded sessions where a compaction would choose, and what was needed after them. */
import { readTranscript } from '@everlong/formats';
import { createTokenizer } from '@everlong/tokenizer';

// @boundaries-ignore what the engine itself ranks by
import { createCounter } from '../../../context/src/rendering/counter.ts';
// @boundaries-ignore what the engine itself ranks by
import type { MessageGroup } from '../../../context/src/rendering/message-group.ts';
// @boundaries-ignore what the engine itself ranks by
import { addToGroups, createMessageGroups } from '../../../context/src/state/message-groups.ts';
// @boundaries-ignore what the engine itself ranks by
import { requestLimits } from '../../../context/src/truncation/request-limits.ts';
// @boundaries-ignore what the engine itself ranks by
import { type GroupFeatures, groupFeatures } from '../../../context/src/working-set/need-chance.ts';
import { createMessageBook } from '../../src/messages/message-book.ts';
import { createReplayLog, type ReplayLog } from '../../src/needs/replay-log.ts';
import { sourceOf } from '../lab/sample.ts';

/** A group that a compaction could keep. */
export interface CutGroup {
  features: GroupFeatures;
  tokens: number;
  /** Lines and values of it that the messages after the cut need. */
  lines: number;
  values: number;
}

export interface Cut {
  source: string;
  /** Newest first. */
  groups: CutGroup[];
}

/** A cut each so many tokens, from the first on; older groups than `MOST_BEFORE` are gone. */
const FIRST_CUT = 14_000;
const BETWEEN_CUTS = 12_000;
const MOST_BEFORE = 120_000;
/** Until the next compaction. */
const TOKENS_AFTER = 25_000;
/** At a cut at least so many groups are there to choose from, and so many follow. */
const [GROUPS_BEFORE, GROUPS_AFTER] = [8, 2];

export async function readCuts(files: readonly string[]): Promise<Cut[]> {
  const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
  const counter = createCounter(tokenizer);
  const limits = requestLimits(undefined);
  const cuts: Cut[] = [];
  for (const file of files) {
    const { entries } = await readTranscript(file);
    const log = createReplayLog(entries, createMessageBook(tokenizer), []);
    const empty = createMessageGroups({ model: undefined, counter, limits });
    const groups = addToGroups(empty, log.entries).list();
    cuts.push(...cutsOf(groups, log).map((cut) => ({ source: sourceOf(file), groups: cut })));
  }
  return cuts;
}

function cutsOf(groups: readonly MessageGroup[], log: ReplayLog): CutGroup[][] {
  const before = [0];
  for (const { tokens } of groups) before.push((before.at(-1) ?? 0) + tokens);
  const tokensTo = (index: number): number => before[index] ?? Infinity;
  const cuts: CutGroup[][] = [];
  let last = 0;
  for (let at = GROUPS_BEFORE; at < groups.length - GROUPS_AFTER; at++) {
    if (tokensTo(at) < FIRST_CUT || tokensTo(at) - last < BETWEEN_CUTS) continue;
    last = tokensTo(at);
    const first = before.findIndex((tokens) => last - tokens < MOST_BEFORE);
    const next = before.findIndex((tokens) => tokens - last >= TOKENS_AFTER);
    const after = groups.slice(at, next < 0 ? groups.length : next);
    cuts.push(cutGroups(groups.slice(first, at), after, log));
  }
  return cuts;
}

function cutGroups(
  view: readonly MessageGroup[],
  after: readonly MessageGroup[],
  log: ReplayLog,
): CutGroup[] {
  const needed = new Map<number, { lines: Set<string>; values: number }>();
  const of = (source: number): { lines: Set<string>; values: number } => {
    const found = needed.get(source) ?? { lines: new Set<string>(), values: 0 };
    needed.set(source, found);
    return found;
  };
  for (const { seq, message } of after.flatMap(({ entries }) => entries)) {
    if (message.role !== 'assistant') continue;
    for (const { line, source } of log.lines.needsOf(seq)) of(source).lines.add(line);
    for (const { sources } of log.needs.needsOf(seq)) {
      const source = sources.at(-1);
      if (source !== undefined) of(source).values++;
    }
  }
  const features = groupFeatures(view);
  return view
    .flatMap(({ entries, tokens }, index): CutGroup[] => {
      const found = features[index];
      if (found === undefined) return [];
      const needs = entries.flatMap(({ seq }) => needed.get(seq) ?? []);
      const lines = needs.reduce((sum, need) => sum + need.lines.size, 0);
      const values = needs.reduce((sum, need) => sum + need.values, 0);
      return [{ features: found, tokens, lines, values }];
    })
    .toReversed();
}
