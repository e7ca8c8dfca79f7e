import type { ModelMessage, Snapshot, Usage } from '@everlong/core';
import { createExtractiveSummarizer, createSummarizer } from '@everlong/summarizer';

import { cachedRequest } from '../summarizing/cached-request.js';
import { editedSnapshot } from './edited-snapshot.js';
import type { EpochCandidates } from './epoch-candidates.js';
import {
  type KeepStep,
  type RangeSnapshot,
  type RangeToSummarize,
  summarizeRange,
} from '../summarizing/summarize-range.js';
import type { CompactionDecision } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { RequestView } from '../request/request-view.js';
import { spentSinceModel } from '../policies/spent-since-model.js';

/** A snapshot with less room than this says nothing. */
const MIN_SNAPSHOT_TOKENS = 64;

/** A snapshot that takes more of the room than this leaves too little for messages. */
const CARRIED_SHARE = 3 / 4;

/** A snapshot next to others needs a first line and headings of its own. */
const MIN_BESIDE_TOKENS = 300;

/** What a snapshot is made for: the groups that stay next to it, and the room for it. */
export interface SnapshotOptions extends EpochCandidates {
  /** Wishes for the snapshot. */
  instructions?: string | undefined;
  /** What a person wrote in its place. */
  personText?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Gets what was billed where the signal ends it. */
  onAborted?: ((usage: Usage) => void) | undefined;
  keepStep?: KeepStep | undefined;
}

/** What the next epoch sends as a snapshot. */
export interface NextSnapshot {
  /** A snapshot made now, or the epoch of one that stays. */
  made?: Snapshot;
  carriedEpoch?: number;
  /** The last entry that it covers; -1 without one. */
  coveredThrough: number;
  tokens: number;
  usage?: Usage;
  /** Why the provider, which was asked first, wrote none. */
  failure?: string;
}

export const NO_SUMMARY: NextSnapshot = { coveredThrough: -1, tokens: 0 };

/**
 * The snapshot of the next epoch: a new one beside those that are sent, as long as all of them have
 * room; else one that replaces them; else, with nothing new to cover, the one that is sent already.
 */
export async function nextSnapshot(
  given: RequestView,
  decision: CompactionDecision,
  options: SnapshotOptions,
): Promise<NextSnapshot> {
  const view = withHandover(given, decision);
  const { state } = view;
  const { clearedThrough = -1 } = state.compaction ?? {};
  const decidedThrough = Math.max(clearedThrough, state.snapshot?.throughSeq ?? -1);
  const fromSeq = Math.max(state.head.length, decidedThrough + 1);
  const toSeq = options.firstKeptSeq - 1;
  // Where the last snapshot had to be left out, what it covered is not covered again.
  const isNews = state.snapshot !== undefined || toSeq > state.snapshotAtSeq;
  const { visible, instructions, signal, onAborted, keepStep, personText } = options;
  if (personText !== undefined) {
    const range = { view, fromSeq, toSeq, visible, signal, cached: undefined, keepStep };
    const edited = await editedSnapshot(range, decision, personText);
    if (edited !== undefined) return edited;
  }
  if (decision.action === 'snapshot' && fromSeq <= toSeq && isNews) {
    const hasModel = view.config.summarizer.model !== undefined;
    const cached = hasModel ? cachedRequest(view, fromSeq, toSeq) : undefined;
    const running = { signal, onAborted, keepStep };
    const range = { view, fromSeq, toSeq, visible, instructions, cached, ...running };
    const made =
      (await snapshotBeside(range, decision, options.free)) ??
      (await snapshotBesidePerson(range, decision, options.free)) ??
      (await snapshotOfAll(range, decision));
    if (made !== undefined) return { ...made, coveredThrough: toSeq };
  }
  return carriedSnapshot(view, decision, options.room);
}

/** Where the agent wrote the snapshot, its text is the answer that is checked. */
function withHandover(view: RequestView, { handover }: CompactionDecision): RequestView {
  if (handover === undefined) return view;
  const summarizer = createSummarizer({ compactify: () => handover, maxCalls: 1 });
  return { ...view, config: { ...view.config, summarizer } };
}

type Range = Omit<RangeToSummarize, 'maxTokens' | 'beside'>;

/** A snapshot of what is new, after those that are sent, which stay byte for byte. */
async function snapshotBeside(
  range: Range,
  { beside }: CompactionDecision,
  free: number,
): Promise<RangeSnapshot | undefined> {
  const { snapshot, summaries } = range.view.state;
  if (snapshot === undefined || beside === undefined) return undefined;
  const { counter } = range.view.config;
  const sentTokens = counter.messages(summaries);
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
  return withParts([...(snapshot.parts ?? [snapshot.text]), added.made.text], {
    added,
    sentTokens,
    personText: snapshot.personText,
  });
}

/** One snapshot that replaces all that follow a text written by a person. */
async function snapshotBesidePerson(
  range: Range,
  { snapshotTokens = 0, beside }: CompactionDecision,
  free: number,
): Promise<RangeSnapshot | undefined> {
  const { view } = range;
  const { snapshot } = view.state;
  const personText = snapshot?.personText;
  if (snapshot === undefined || personText === undefined) return undefined;
  const message: ModelMessage = { role: 'user', content: personText };
  const sentTokens = view.config.counter.message(message);
  const together = Math.min(Math.max(snapshotTokens, beside?.totalTokens ?? 0), free);
  const left = together - sentTokens - REQUEST_SLACK_TOKENS;
  if (left < MIN_SNAPSHOT_TOKENS) return undefined;
  const previous = withoutPerson(snapshot, personText);
  const added = await summarizeRange({
    ...range,
    view: { ...view, state: { ...view.state, snapshot: previous } },
    maxTokens: Math.min(left, snapshotTokens),
    visible: [message, ...range.visible],
    beside: false,
  });
  if (added === undefined) return undefined;
  return withParts([personText, added.made.text], { added, sentTokens, personText });
}

/** What a snapshot says besides the text of a person, which is not repeated. */
function withoutPerson(snapshot: Snapshot, text: string): Snapshot {
  const { personText: _beside, parts = [], source, ...rest } = snapshot;
  return {
    ...rest,
    source: source === 'person' ? 'extractive' : source,
    text: parts.slice(1).join('\n\n'),
    sections: sectionsWithout(snapshot.sections, text),
  };
}

function sectionsWithout(sections: Snapshot['sections'], text: string): Snapshot['sections'] {
  return Object.fromEntries(
    Object.entries(sections).map(([name, lines]) => [
      name,
      lines.filter((line) => !text.includes(line)),
    ]),
  );
}

/** A new snapshot after texts that are sent as they are. */
function withParts(
  parts: string[],
  {
    added,
    sentTokens,
    personText,
  }: { added: RangeSnapshot; sentTokens: number; personText: string | undefined },
): RangeSnapshot {
  const tokens = sentTokens + added.tokens;
  const person = personText === undefined ? {} : { personText };
  const made = { ...added.made, ...person, text: parts.join('\n\n'), parts, tokens };
  return { ...added, tokens, made };
}

/** One snapshot of the range and of what those before it said, which it replaces. */
async function snapshotOfAll(
  range: Range,
  decision: CompactionDecision,
): Promise<RangeSnapshot | undefined> {
  const { snapshotTokens: maxTokens = 0 } = decision;
  if (maxTokens < MIN_SNAPSHOT_TOKENS) return undefined;
  const { view } = range;
  const isTold = decision.handover !== undefined;
  if (isTold || !view.context.asksModel || decision.asksModel !== false) {
    return summarizeRange({ ...range, maxTokens, beside: false });
  }
  const config = { ...view.config, summarizer: createExtractiveSummarizer() };
  const byCode = { ...range, view: { ...view, config }, cached: undefined };
  const told = await summarizeRange({ ...byCode, maxTokens, beside: false });
  return (
    told && { ...told, made: { ...told.made, spentSinceModel: spentSinceModel(view.context) } }
  );
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
  const most = share === undefined ? room * CARRIED_SHARE : share + REQUEST_SLACK_TOKENS;
  const allowed = Math.max(most, decision.beside?.totalTokens ?? 0);
  if (snapshot === undefined || snapshotEpoch === undefined || tokens > allowed) return NO_SUMMARY;
  return { carriedEpoch: snapshotEpoch, coveredThrough: snapshot.throughSeq, tokens };
}
