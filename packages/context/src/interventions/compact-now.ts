import { ConfigError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { compactEpoch } from '../compaction/compact-epoch.js';
import { requireEditedSnapshot } from '../compaction/edited-snapshot.js';
import type { PlanOptions } from '../compaction/plan-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { PolicyDecision } from '../policies/policy.js';
import { checkDecision } from '../request/decide.js';
import { recordInputs } from '../request/complete-epoch.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import { compactByHand, type HandResult } from './compact-by-hand.js';
import { decideByHand, nothingToDo } from './decide-by-hand.js';
import { previewCompaction } from './preview-compaction.js';
import { sayGrowth } from './say-growth.js';
import type { CompactionPreview, CompactResult } from '../session-work/call-results.js';
import type { CompactOptions, EditedSnapshot } from '../session-work/call-options.js';
import type { SessionWork } from '../session-work/session-work.js';
import type { SessionState } from '../state/session-state.js';

/** `session.compact`: a compaction by hand, or what one would do. */
export function compactNow(
  work: SessionWork,
  options: CompactOptions = {},
): Promise<CompactResult | CompactionPreview> {
  const { preview = false, instructions, snapshot, abortSignal } = options;
  if (preview) return previewCompaction(work, options);
  const reason = 'a compaction was asked for';
  return compactByHand(work, { reason, abortSignal }, async (session) => {
    if (snapshot === undefined) return compactOnce(session, decideByHand, { instructions });
    const edited = typeof snapshot === 'string' ? { text: snapshot } : snapshot;
    requireEntry(session.logs.current, edited);
    return compactOnce(session, (view) => decideFor(view, edited), { personText: edited.text });
  });
}

/** Resolves with tokens before and after, or why there was nothing to do. */
async function compactOnce(
  session: PrepareInput,
  decide: (view: RequestView) => PolicyDecision,
  options: PlanOptions,
): Promise<HandResult> {
  await recordInputs(session);
  const view = viewSession(session);
  const tokensBefore = view.draft.usedTokens;
  const decision = decide(view);
  if (decision.action === 'keep') {
    return { compacted: false, reason: decision.reason, tokensBefore, tokensAfter: tokensBefore };
  }
  await compactEpoch(session, view, decision, options);
  const tokensAfter = viewSession(session).draft.usedTokens;
  const reason = sayGrowth(decision.reason, tokensBefore, tokensAfter);
  return { compacted: true, reason, tokensBefore, tokensAfter };
}

function requireEntry({ entryCount }: SessionState, { throughSeq = 0 }: EditedSnapshot): void {
  if (Number.isInteger(throughSeq) && throughSeq >= 0 && throughSeq < Math.max(entryCount, 1)) {
    return;
  }
  throw new ConfigError(
    `The throughSeq of the snapshot of session.compact is ${showValue(throughSeq)}, and the log ` +
      `has ${entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`}. ` +
      'Give the last entry that the snapshot covers, or leave it out.',
  );
}

/**
 * A compaction with a person's snapshot, however little it frees. Throws `ConfigError` where that
 * has no room.
 */
function decideFor(view: RequestView, edited: EditedSnapshot): PolicyDecision {
  const decision = coverBy(view, edited);
  if (decision.action !== 'keep') requireEditedSnapshot(view, decision, edited.text);
  return decision;
}

/** What a person's snapshot covers: all that a compaction now would, or what it says. */
function coverBy(view: RequestView, { throughSeq }: EditedSnapshot): PolicyDecision {
  const { groups, inputBudget } = view.context;
  const { policy } = view.config;
  const asked = checkDecision(policy, policy.compactNow(view.context));
  const most = asked.action === 'keep' ? 0 : asked.firstKept;
  // An exchange is covered whole or not at all.
  const after = groups.findIndex((group) => group.to > (throughSeq ?? Infinity));
  const firstKept = throughSeq === undefined || after < 0 ? most : Math.min(after, most);
  // With nothing new to cover, the person's text replaces the snapshot that is sent.
  if (firstKept === 0 && view.state.snapshot === undefined) {
    const reason = asked.action === 'keep' ? asked.reason : nothingToDo(view, asked);
    return { action: 'keep', reason };
  }
  const reason = 'a person edited the snapshot';
  if (asked.action === 'keep') {
    return { action: 'snapshot', firstKept, maxTokens: inputBudget, reason };
  }
  const { firstMasked: _whole, beside: _replaced, mayWait: _now, ...others } = asked;
  return { ...others, action: 'snapshot', firstKept, maxTokens: inputBudget, reason };
}
