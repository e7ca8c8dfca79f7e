import { type CompactionRecord, messageText } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { createExtractiveSummarizer } from '@everlong/summarizer';

import { decideByHand } from './decide-by-hand.js';
import { sayGrowth } from './say-growth.js';
import type { CompactionCostForecast, CompactionPreview } from '../session-work/call-results.js';
import type { CompactOptions } from '../session-work/call-options.js';
import type { SessionWork } from '../session-work/session-work.js';
import { withFirstInputs } from '../session-work/with-first-inputs.js';
import { planEpoch } from '../compaction/plan-epoch.js';
import { planRanges } from '../request/request-plan.js';
import { type RequestView, viewRequest } from '../request/request-view.js';
import { applyRecord } from '../state/apply-record.js';

/** `session.compact({ preview: true })`: what `compact` would do, with nothing done. */
export function previewCompaction(
  work: SessionWork,
  { instructions, abortSignal }: CompactOptions,
): Promise<CompactionPreview> {
  return work.queue.runAbortable(abortSignal, async (signal) => {
    const { logs, config, measured } = work;
    const view = viewRequest(withFirstInputs({ state: logs.current, config, measured }));
    const decision = decideByHand(view);
    if (decision.action === 'keep') return previewNothing(view, decision.reason);
    // A model's call would be billed, and a preview books nothing.
    const summarizer = createExtractiveSummarizer();
    const planning = { ...view, config: { ...config, summarizer } };
    const record = await planEpoch(planning, decision, { instructions, signal });
    return describe(view, record);
  });
}

function previewNothing(view: RequestView, reason: string): CompactionPreview {
  const { usedTokens } = view.draft;
  return {
    compacted: false,
    action: 'keep',
    reason,
    tokensBefore: usedTokens,
    tokensAfter: usedTokens,
    epoch: view.state.epoch,
    ranges: rangesOf(view),
    cost: costOf(view, view, 0),
  };
}

function describe(before: RequestView, record: CompactionRecord): CompactionPreview {
  const { state, config, measured } = before;
  const after = viewRequest({ state: applyRecord(state, record, -1, config), config, measured });
  const { snapshot } = record;
  const [tokensBefore, tokensAfter] = [before.draft.usedTokens, after.draft.usedTokens];
  return {
    compacted: false,
    action: record.kind,
    reason: sayGrowth(record.reason, tokensBefore, tokensAfter, 'would grow'),
    tokensBefore,
    tokensAfter,
    epoch: state.epoch,
    ranges: rangesOf(after),
    ...(snapshot === undefined ? {} : { snapshot }),
    cost: costOf(before, after, snapshot === undefined ? 0 : summaryTokens(before, after)),
  };
}

function rangesOf({ state, draft, config }: RequestView): CompactionPreview['ranges'] {
  return planRanges(state, draft, config.counter).ranges;
}

/** What a model would read: what leaves the request, and the snapshot before. */
function summaryTokens(before: RequestView, after: RequestView): number {
  if (before.config.summarizer.usesModel !== true) return 0;
  const left = before.draft.messageTokens - after.draft.messageTokens;
  return Math.max(0, left) + before.draft.snapshotTokens;
}

/** Tokens for a million of which a price is given. */
const PRICED_TOKENS = 1_000_000;

function costOf(before: RequestView, after: RequestView, summary: number): CompactionCostForecast {
  const { prices, inputPriceUsd } = before.config;
  const price = inputPriceUsd === undefined ? 1 : inputPriceUsd / PRICED_TOKENS;
  const { cacheRead, cacheWrite } = prices;
  const [whole, rest] = [before.draft.usedTokens, after.draft.usedTokens];
  const isCold = before.context.promptCacheExpired;
  const cached = isCold ? 0 : sharedTokens(before, after);
  return {
    unit: inputPriceUsd === undefined ? 'tokens' : 'usd',
    nextCall: {
      asItIs: whole * (isCold ? cacheWrite : cacheRead) * price,
      compacted: (cached * cacheRead + (rest - cached) * cacheWrite) * price,
    },
    laterCalls: { asItIs: whole * cacheRead * price, compacted: rest * cacheRead * price },
    summary: summary * price,
  };
}

/** Tokens of the prefix that both requests have. */
function sharedTokens(before: RequestView, after: RequestView): number {
  if (before.draft.instructions.text !== after.draft.instructions.text) {
    return before.draft.toolTokens;
  }
  const { counter } = before.config;
  let shared = before.draft.fixedTokens;
  for (const [index, message] of after.draft.messages.entries()) {
    const other = before.draft.messages[index];
    if (other === undefined || messageText(other) !== messageText(message)) break;
    if (jsonText(other) !== jsonText(message)) break;
    shared += counter.message(message);
  }
  return shared;
}
