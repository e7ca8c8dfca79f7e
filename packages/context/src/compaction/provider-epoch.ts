import type { CompactionRecord, Snapshot } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { CompactionDecision } from '../policies/policy.js';
import type { RequestView } from '../request/request-view.js';
import { rangeAt } from '../state/ranges.js';
import { coverLog } from './cover-log.js';
import type { KeptGroup, KeptLines } from './fit-groups.js';
import type { NextSnapshot } from './next-snapshot.js';
import type { PlanOptions } from './plan-epoch.js';

/**
 * The epoch that begins with a provider's block: all that follows what it covers stays as it is,
 * cut or masked as the epoch before had it, with what was put between.
 */
export function planProviderEpoch(
  { state, config, context }: RequestView,
  { reason }: CompactionDecision,
  { made, tokens, usage }: NextSnapshot,
  { profile }: PlanOptions,
): CompactionRecord | undefined {
  if (made?.providerBlock === undefined) return undefined;
  // What was pinned meanwhile stays, and then not all that follows the block is as it was.
  if ([...state.pins].some((seq) => seq <= made.throughSeq)) return undefined;
  const tailTokens = state.groups
    .list()
    .filter(({ from }) => from > made.throughSeq)
    .reduce((sum, group) => sum + group.tokens, 0);
  if (context.fixedTokens + tokens + tailTokens > context.inputBudget) return undefined;
  const { compaction, epoch, entryCount } = state;
  const { clearedThrough = -1 } = compaction ?? {};
  const isInForce = compaction?.epoch === epoch;
  const kept = state.groups
    .list()
    .filter(({ from, messages }) => from > made.throughSeq && messages.length > 0)
    .map((group) => keptAsItIs(group, compaction, config.counter));
  const coveredThrough = Math.max(made.throughSeq, state.snapshot?.throughSeq ?? -1);
  return {
    type: 'compaction',
    epoch: epoch + 1,
    previousEpoch: epoch,
    kind: 'snapshot',
    throughSeq: entryCount - 1,
    ranges: coverLog(state, kept, { coveredThrough, clearedThrough, reason }),
    ...(clearedThrough < 0 ? {} : { clearedThrough }),
    ...(compaction?.withoutThinking === true ? { withoutThinking: true } : {}),
    snapshot: made,
    injectionEpochs: [...((isInForce ? compaction.injectionEpochs : undefined) ?? []), epoch],
    trimmedTokens: 0,
    ...definedFields({ profile, inputs: state.inputs, usage }),
    reason: `${reason}; ${made.providerBlock.provider} wrote the summary`,
    createdAt: new Date().toISOString(),
  };
}

/** The decision, with what follows a block and nothing older. */
export function keepBehind(
  { context: { groups } }: RequestView,
  { action, maxTokens, reason }: CompactionDecision,
  { throughSeq }: Snapshot,
): CompactionDecision {
  const behind = groups.findIndex(({ from }) => from > throughSeq);
  return { action, maxTokens, reason, firstKept: behind < 0 ? groups.length : behind };
}

function keptAsItIs(
  group: KeptGroup['group'],
  compaction: CompactionRecord | undefined,
  counter: RequestView['config']['counter'],
): KeptGroup {
  const range = rangeAt(compaction?.ranges ?? [], group.from);
  if (range === undefined) return { group, tokens: group.tokens };
  const { disposition, maxTokens, withoutFiles, cut, reason } = range;
  const lines = new Map<number, KeptLines>(
    group.rendered.flatMap(({ seq, messages }) => {
      const keepLines = rangeAt(compaction?.ranges ?? [], seq)?.keepLines;
      return keepLines === undefined
        ? []
        : [[seq, { keepLines, tokens: counter.messages(messages) }]];
    }),
  );
  return {
    group,
    tokens: group.tokens,
    ...(disposition === 'masked' ? { masked: true } : {}),
    ...(disposition === 'verbatim' ? { reason } : {}),
    ...(lines.size === 0 ? {} : { lines }),
    ...definedFields({ maxTokens, withoutFiles, cut }),
  };
}
