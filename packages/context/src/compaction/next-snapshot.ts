import type {
  CachedRequest,
  ModelMessage,
  Snapshot,
  Store,
  Summarizer,
  Usage,
} from '@everlong/core';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import { type DraftRequest, summaryMessages } from '../request/draft-request.js';
import type { CompactionDecision } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';
import { type RangeSnapshot, summarizeRange } from './summarize-range.js';

/** A snapshot with less room than this says nothing. */
const MIN_SNAPSHOT_TOKENS = 64;

/** One that stands beside others needs a first line and headings of its own. */
const MIN_BESIDE_TOKENS = 300;

export interface NextSnapshotInput {
  state: SessionState;
  store: Store;
  decision: CompactionDecision;
  draft: DraftRequest;
  summarizer: Summarizer;
  /** The request as it stands, for a summarizer that can add to it. */
  live(fromSeq: number, toSeq: number): CachedRequest | undefined;
  counter: Counter;
  instructions?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The first entry that no snapshot covers. */
  firstKeptSeq: number;
  /** The messages that stay. */
  visible: readonly ModelMessage[];
  /** Tokens for the snapshot and these messages, and tokens that the latest user message leaves. */
  room: number;
  free: number;
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
export async function nextSnapshot(input: NextSnapshotInput): Promise<NextSnapshot> {
  const { state, decision, firstKeptSeq } = input;
  const fromSeq = Math.max(state.head.length, (state.snapshot?.throughSeq ?? -1) + 1);
  // Where the last snapshot had to be left out, what it covered is not covered once more.
  const isNews = state.snapshot !== undefined || firstKeptSeq - 1 > state.snapshotAtSeq;
  if (decision.action === 'snapshot' && fromSeq < firstKeptSeq && isNews) {
    const toSeq = firstKeptSeq - 1;
    // Now, before anything is waited for: the session's own state moves on.
    const span = { ...input, fromSeq, toSeq, live: input.live(fromSeq, toSeq) };
    const made = (await snapshotBeside(span)) ?? (await snapshotOfAll(span));
    if (made !== undefined) return { ...made, covers: span.toSeq };
  }
  return carriedSnapshot(input);
}

type Span = Omit<NextSnapshotInput, 'live'> & {
  fromSeq: number;
  toSeq: number;
  live: CachedRequest | undefined;
};

/** Says what is new, behind the snapshots that are sent, which stay byte for byte. */
async function snapshotBeside(span: Span): Promise<RangeSnapshot | undefined> {
  const { state, counter, decision, free } = span;
  const { snapshot } = state;
  if (snapshot === undefined || decision.beside === undefined) return undefined;
  const standing = summaryMessages(snapshot);
  const standingTokens = standing.reduce((sum, message) => sum + counter.message(message), 0);
  const left = Math.min(decision.beside.totalTokens, free) - standingTokens - REQUEST_SLACK_TOKENS;
  const { snapshotTokens } = decision.beside;
  if (left < Math.max(MIN_BESIDE_TOKENS, snapshotTokens / 2)) return undefined;
  const added = await summarizeRange({
    ...span,
    maxTokens: Math.min(left, snapshotTokens),
    visible: [...standing, ...span.visible],
    beside: true,
  });
  if (added === undefined) return undefined;
  const parts = [...(snapshot.parts ?? [snapshot.text]), added.made.text];
  const tokens = standingTokens + added.tokens;
  return { ...added, tokens, made: { ...added.made, text: parts.join('\n\n'), parts, tokens } };
}

async function snapshotOfAll(span: Span): Promise<RangeSnapshot | undefined> {
  const maxTokens = span.decision.action === 'snapshot' ? (span.decision.snapshotTokens ?? 0) : 0;
  if (maxTokens < MIN_SNAPSHOT_TOKENS) return undefined;
  return summarizeRange({ ...span, maxTokens, beside: false });
}

/** The snapshot that is sent already goes on being sent, unless it takes too much of the room. */
function carriedSnapshot({ state, decision, draft, room }: NextSnapshotInput): NextSnapshot {
  const { snapshot, snapshotEpoch } = state;
  const tokens = draft.snapshotTokens;
  const share = decision.action === 'trim' ? decision.snapshotTokens : undefined;
  const most = share === undefined ? room / 2 : share + REQUEST_SLACK_TOKENS;
  const allowed = Math.max(most, decision.beside?.totalTokens ?? 0);
  if (snapshot === undefined || snapshotEpoch === undefined || tokens > allowed) return NO_SUMMARY;
  return { carriedEpoch: snapshotEpoch, covers: snapshot.throughSeq, tokens };
}
