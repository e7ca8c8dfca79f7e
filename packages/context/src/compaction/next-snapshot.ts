import type { Snapshot, Usage } from '@everlong/core';

import { cachedRequest } from './cached-request.js';
import type { EpochCandidates } from './epoch-candidates.js';
import {
  type KeepStep,
  type RangeSnapshot,
  type RangeToSummarize,
  summarizeRange,
} from './summarize-range.js';
import type { CompactionDecision } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { RequestView } from '../request/request-view.js';

/** A snapshot with less room than this says nothing. */
const MIN_SNAPSHOT_TOKENS = 64;

/** One placed beside others needs a first line and headings of its own. */
const MIN_BESIDE_TOKENS = 300;

/** What a snapshot is made for: the groups that stay beside it, and the room for it. */
export interface SnapshotOptions extends EpochCandidates {
  /** Wishes for the snapshot. */
  instructions?: string | undefined;
  signal?: AbortSignal | undefined;
  keepStep?: KeepStep | undefined;
}

/** What of the log the next epoch sends as a snapshot. */
export interface NextSnapshot {
  /** A snapshot made now, or the epoch of one that stays. */
  made?: Snapshot;
  carriedEpoch?: number;
  /** The last entry that it covers; -1 without one. */
  covers: number;
  tokens: number;
  usage?: Usage;
}

export const NO_SUMMARY: NextSnapshot = { covers: -1, tokens: 0 };

/**
 * The snapshot of the next epoch: a new one beside those that are sent, as long as all of them have
 * room; else one that replaces them; else, with nothing new to cover, the one that is sent already.
 */
export async function nextSnapshot(
  view: RequestView,
  decision: CompactionDecision,
  options: SnapshotOptions,
): Promise<NextSnapshot> {
  const { state } = view;
  const { clearedThrough = -1 } = state.compaction ?? {};
  const decidedThrough = Math.max(clearedThrough, state.snapshot?.throughSeq ?? -1);
  const fromSeq = Math.max(state.head.length, decidedThrough + 1);
  const toSeq = options.firstKeptSeq - 1;
  // Where the last snapshot had to be left out, what it covered is not covered once more.
  const isNews = state.snapshot !== undefined || toSeq > state.snapshotAtSeq;
  if (decision.action === 'snapshot' && fromSeq <= toSeq && isNews) {
    const { visible, instructions, signal, keepStep } = options;
    const cached = cachedRequest(view, fromSeq, toSeq);
    const range = { view, fromSeq, toSeq, visible, instructions, signal, cached, keepStep };
    const made =
      (await snapshotBeside(range, decision, options.free)) ??
      (await snapshotOfAll(range, decision));
    if (made !== undefined) return { ...made, covers: toSeq };
  }
  return carriedSnapshot(view, decision, options.room);
}

type Range = Omit<RangeToSummarize, 'maxTokens' | 'beside'>;

/** Says what is new, behind the snapshots that are sent, which stay byte for byte. */
async function snapshotBeside(
  range: Range,
  { beside }: CompactionDecision,
  free: number,
): Promise<RangeSnapshot | undefined> {
  const { snapshot, summaries } = range.view.state;
  if (snapshot === undefined || beside === undefined) return undefined;
  const { counter } = range.view.config;
  const sentTokens = summaries.reduce((sum, message) => sum + counter.message(message), 0);
  const left = Math.min(beside.totalTokens, free) - sentTokens - REQUEST_SLACK_TOKENS;
  const { snapshotTokens } = beside;
  if (left < Math.max(MIN_BESIDE_TOKENS, snapshotTokens / 2)) return undefined;
  const added = await summarizeRange({
    ...range,
    maxTokens: Math.min(left, snapshotTokens),
    visible: [...summaries, ...range.visible],
    beside: true,
  });
  if (added === undefined) return undefined;
  const parts = [...(snapshot.parts ?? [snapshot.text]), added.made.text];
  const tokens = sentTokens + added.tokens;
  return { ...added, tokens, made: { ...added.made, text: parts.join('\n\n'), parts, tokens } };
}

async function snapshotOfAll(
  range: Range,
  { snapshotTokens: maxTokens = 0 }: CompactionDecision,
): Promise<RangeSnapshot | undefined> {
  if (maxTokens < MIN_SNAPSHOT_TOKENS) return undefined;
  return summarizeRange({ ...range, maxTokens, beside: false });
}

/** The snapshot that is sent already, unless it takes too much of the room. */
function carriedSnapshot(
  { state, draft }: RequestView,
  decision: CompactionDecision,
  room: number,
): NextSnapshot {
  const { snapshot, snapshotEpoch } = state;
  const tokens = draft.snapshotTokens;
  const share = decision.action === 'trim' ? decision.snapshotTokens : undefined;
  const most = share === undefined ? room / 2 : share + REQUEST_SLACK_TOKENS;
  const allowed = Math.max(most, decision.beside?.totalTokens ?? 0);
  if (snapshot === undefined || snapshotEpoch === undefined || tokens > allowed) return NO_SUMMARY;
  return { carriedEpoch: snapshotEpoch, covers: snapshot.throughSeq, tokens };
}
